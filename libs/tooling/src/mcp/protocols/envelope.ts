import { z } from 'zod';
import { isMembers, type Members } from '../../schema/members';

const PREFIX = 'io.modelcontextprotocol/';
/** Names the revision of a message; a message with this key has an envelope. */
export const VERSION_KEY = `${PREFIX}protocolVersion`;
const CAPABILITIES_KEY = `${PREFIX}clientCapabilities`;

/** A key that an envelope lacks or that has a wrong value. */
export interface EnvelopeProblem {
  readonly key: string;
  readonly problem: string;
}

const jsonObject = z.record(z.string(), z.json());

const clientInfo = z.object({
  name: z.string(),
  title: z.string().optional(),
  icons: z
    .array(
      z.object({
        src: z.string(),
        mimeType: z.string().optional(),
        sizes: z.array(z.string()).optional(),
        theme: z.enum(['light', 'dark']).optional(),
      }),
    )
    .optional(),
  version: z.string(),
  websiteUrl: z.string().optional(),
  description: z.string().optional(),
});

const clientCapabilities = z.object({
  experimental: z.record(z.string(), jsonObject).optional(),
  sampling: z.object({ context: jsonObject.optional(), tools: jsonObject.optional() }).optional(),
  elicitation: z
    .object({
      form: z.object({ applyDefaults: z.boolean().optional() }).catchall(z.json()).optional(),
      url: jsonObject.optional(),
    })
    .catchall(z.json())
    .optional(),
  roots: z.object({ listChanged: z.boolean().optional() }).optional(),
  extensions: z.record(z.string(), jsonObject).optional(),
});

/** `_meta` of every request of revision 2026-07-28; other keys are allowed. Source: its `RequestMetaObject`. */
const envelopeSchema = z.looseObject({
  progressToken: z.union([z.string(), z.int()]).optional(),
  [VERSION_KEY]: z.string(),
  [`${PREFIX}clientInfo`]: clientInfo.optional(),
  [CAPABILITIES_KEY]: clientCapabilities,
  [`${PREFIX}logLevel`]: z
    .enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])
    .optional(),
});

/** `_meta` of params, or undefined when it is no object. */
export function metaOf(params: Members | undefined): Members | undefined {
  const meta = params?.['_meta'];
  return isMembers(meta) ? meta : undefined;
}

/** The required keys that `_meta` lacks. */
export function missingKeys(meta: object): string[] {
  return [VERSION_KEY, CAPABILITIES_KEY].filter((key) => !(key in meta));
}

/** The problems of an envelope, missing keys first. */
export function envelopeProblems(meta: object): EnvelopeProblem[] {
  const missing = missingKeys(meta).map((key) => ({ key, problem: 'missing' }));
  const issues = envelopeSchema.safeParse(meta).error?.issues ?? [];
  return [...missing, ...issues.map(({ path, message }) => ({ key: path.join('.'), problem: message }))];
}
