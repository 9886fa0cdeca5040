import { isIP } from 'node:net';
import { z } from 'zod';
import { knownMembers } from './known-members';
import { NODE_CAPABILITIES, type NodeConfig } from './node-config';

/** Where the nodes of one entry come from: the addresses of the host, or the service records (SRV) of its name. */
export const NODE_DISCOVERIES = ['addresses', 'srv'] as const;
/** One of NODE_DISCOVERIES. */
export type DiscoveryKind = (typeof NODE_DISCOVERIES)[number];

/** One entry of the nodes of a network. */
export interface ConfiguredNode extends NodeConfig {
  /** The entry stands for the nodes that its name has in DNS. Default: it is one node. */
  readonly discover?: DiscoveryKind;
}

/** Labels are values of a header. */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** Headers that the gateway or the connection sets. */
const OWN_HEADERS = new Set([
  ...['accept', 'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type'],
  ...['expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;
const MAX_HEADERS = 8;

const nodeHeaders = z
  .record(
    z.string(),
    z.string().regex(HEADER_VALUE, { error: 'must be 1 to 1024 printable ASCII characters' }),
  )
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > MAX_HEADERS) context.addIssue(`has more than ${MAX_HEADERS} headers`);
    for (const name of names) {
      if (!HEADER_NAME.test(name))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'must be the name of a header in lower case',
        });
      else if (OWN_HEADERS.has(name))
        context.addIssue({ code: 'custom', path: [name], message: 'is a header that the gateway sets' });
    }
  });

const nodeUrl = z
  .string()
  .refine(isNodeUrl, { error: 'must be an http or https URL without query or fragment' });

/** Such a label and the name of a node that was found make a label. */
const MAX_DISCOVERED_LABEL = 54;

const nodeObject = knownMembers({
  url: nodeUrl,
  discover: z.enum(NODE_DISCOVERIES).optional(),
  label: z
    .string()
    .regex(LABEL, { error: 'must be 1 to 64 letters, digits and . _ : -, beginning with a letter or digit' })
    .optional(),
  capabilities: z
    .array(z.enum(NODE_CAPABILITIES))
    .min(1, 'needs at least one capability; leave it out to have them probed')
    .refine((names) => new Set(names).size === names.length, { error: 'names a capability twice' })
    .optional(),
  headers: nodeHeaders.optional(),
  backup: z.boolean().optional(),
  shadow: z.boolean().optional(),
  weight: z.number().min(0.01).max(100).optional(),
  requests_per_second: z.number().min(0.1).max(100_000).optional(),
})
  .refine(
    ({ url, headers }) =>
      !('authorization' in (headers ?? {})) || !URL.canParse(url) || new URL(url).username === '',
    {
      error: 'has credentials in its URL and a header authorization: give one of them',
    },
  )
  .superRefine(({ url, label, discover }, context) => {
    if (discover === undefined || !URL.canParse(url)) return;
    for (const problem of discoveryProblems(discover, new URL(url))) context.addIssue(problem);
    if (label === undefined || label.length > MAX_DISCOVERED_LABEL)
      context.addIssue(
        `discover needs a label of at most ${MAX_DISCOVERED_LABEL} characters: each node that is found is named by it`,
      );
  });

/** Why the name of an entry cannot be looked up. */
function discoveryProblems(discover: DiscoveryKind, { protocol, hostname, port }: URL): string[] {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const problems = {
    'discover needs a name in its URL, which has an address': isAddress,
    'discover: addresses needs http: a certificate is that of a name':
      discover === 'addresses' && protocol !== 'http:',
    'discover: srv needs a URL without a port: the records have it': discover === 'srv' && port !== '',
    'discover: srv needs a name of the form _service._tcp.domain':
      discover === 'srv' && !isAddress && !/^_[^.]+\._tcp\./.test(hostname),
  };
  return Object.entries(problems).flatMap(([problem, isOne]) => (isOne ? [problem] : []));
}

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
  .refine((nodes) => nodes.length === 0 || nodes.some(({ shadow }) => shadow !== true), {
    error: 'needs at least one node that is no shadow: a shadow serves nothing',
  })
  .refine((nodes) => areDistinct(nodes.map(({ url }) => url)), { error: 'names a node twice' })
  .refine((nodes) => areDistinct(nodes.flatMap(({ label }) => label ?? [])), {
    error: 'gives two nodes one label',
  });

/**
 * Nodes with labels: the host where none is configured, numbered where another node has that label
 * (`node.example.org`, `node.example.org-2`).
 */
export function nodeConfigs(nodes: readonly NodeEntry[]): ConfiguredNode[] {
  const taken = new Set(nodes.flatMap(({ label }) => label ?? []));
  return nodes.map(({ url, label, discover, capabilities, headers, backup, shadow, ...rest }) => ({
    url,
    label: label ?? freeLabel(new URL(url).host, taken),
    capabilities: capabilities === undefined ? undefined : new Set(capabilities),
    ...(discover === undefined ? {} : { discover }),
    ...(headers === undefined ? {} : { headers }),
    ...(backup === undefined ? {} : { isBackup: backup }),
    ...(shadow === undefined ? {} : { isShadow: shadow }),
    ...(rest.weight === undefined ? {} : { weight: rest.weight }),
    ...(rest.requests_per_second === undefined ? {} : { requestsPerSecond: rest.requests_per_second }),
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
  const isPlain = url.search === '' && url.hash === '';
  return ['http:', 'https:'].includes(url.protocol) && isPlain && isDecodable(url.username + url.password);
}

/** Whether percent signs stand before two hexadecimal digits that make text of UTF-8. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
