import { z } from 'zod';
import { knownMembers } from './known-members';

/** Abilities that nodes differ in; the routes of each are those of its plugin or indexer. */
export const NODE_CAPABILITIES = ['chain', 'history', 'trace', 'v2', 'stream'] as const;
/** An ability of a node: one of NODE_CAPABILITIES. */
export type NodeCapability = (typeof NODE_CAPABILITIES)[number];

/** One node of a network. */
export interface NodeConfig {
  /** Base URL; it may carry credentials: never print it. */
  readonly url: string;
  /** Name of the node in headers, metrics, readiness and logs; unique in its network. */
  readonly label: string;
  /** Undefined: probed. */
  readonly capabilities: ReadonlySet<NodeCapability> | undefined;
}

/** Labels are values of a header. */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

const nodeUrl = z
  .string()
  .refine(isNodeUrl, { error: 'must be an http or https URL without query or fragment' });

const nodeObject = knownMembers({
  url: nodeUrl,
  label: z
    .string()
    .regex(LABEL, { error: 'must be 1 to 64 letters, digits and . _ : -, beginning with a letter or digit' })
    .optional(),
  capabilities: z
    .array(z.enum(NODE_CAPABILITIES))
    .min(1, 'needs at least one capability; leave it out to have them probed')
    .refine((names) => new Set(names).size === names.length, { error: 'names a capability twice' })
    .optional(),
});

/** A node as it is written. */
export type NodeEntry = z.output<typeof nodeObject>;

/** A URL, or an object with it. Problems keep the path of the form that was written. */
const nodeEntry = z.transform((value: unknown, context): NodeEntry => {
  const parsed = (
    typeof value === 'string' ? nodeUrl.transform((url): NodeEntry => ({ url })) : nodeObject
  ).safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  return z.NEVER;
});

/** The nodes of a network in order of preference. */
export const nodesSchema = z
  .array(nodeEntry)
  .min(1, 'needs at least one node')
  .refine((nodes) => areDistinct(nodes.map(({ url }) => url)), { error: 'names a node twice' })
  .refine((nodes) => areDistinct(nodes.flatMap(({ label }) => label ?? [])), {
    error: 'gives two nodes one label',
  });

/**
 * Nodes with labels: the host where none is configured, numbered where another node has that label
 * (`node.example.org`, `node.example.org-2`).
 */
export function nodeConfigs(nodes: readonly NodeEntry[]): NodeConfig[] {
  const taken = new Set(nodes.flatMap(({ label }) => label ?? []));
  return nodes.map(({ url, label, capabilities }) => ({
    url,
    label: label ?? freeLabel(new URL(url).host, taken),
    capabilities: capabilities === undefined ? undefined : new Set(capabilities),
  }));
}

function freeLabel(host: string, taken: Set<string>): string {
  let label = host;
  for (let number = 2; taken.has(label); number += 1) label = `${host}-${number}`;
  taken.add(label);
  return label;
}

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

function isNodeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === '';
}
