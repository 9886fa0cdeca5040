import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { NodeConfig } from './node-config';
import type { ConfiguredNode } from './node-schema';

/** One host that the name of an entry has in DNS. */
export interface FoundHost {
  /** An address, or the name of a host. */
  readonly host: string;
  /** Undefined: the port of the entry's URL. */
  readonly port?: number;
  /** Whether the records prefer others to it. */
  readonly isBackup?: boolean;
}

/** A name has as many nodes at most. */
const MAX_FOUND = 32;

/**
 * The nodes that an entry stands for: one for each host, with the members of the entry. Their order, and the label of
 * each, follow from the hosts alone, so that they are the same in all replicas.
 * @param found undefined: no look-up has succeeded yet, and the entry itself is the node
 */
export function foundNodes(entry: ConfiguredNode, found: readonly FoundHost[] | undefined): NodeConfig[] {
  const { discover, ...node } = entry;
  if (discover === undefined || found === undefined) return [node];
  const byLabel = new Map(
    found.flatMap((host): [string, NodeConfig][] => {
      const url = urlOf(node.url, host);
      if (url === undefined || !mayReceive(entry, url)) return [];
      const label = `${node.label}-${fingerprint(url)}`;
      const isBackup = node.isBackup === true || host.isBackup === true;
      return [[label, { ...node, ...(isBackup && { isBackup }), label, url: url.href }]];
    }),
  );
  return [...byLabel.values()].sort((one, other) => (one.label < other.label ? -1 : 1)).slice(0, MAX_FOUND);
}

/**
 * The nodes of all entries, in their order. A host that is found has no second node at the address of another one: it
 * would agree with itself.
 * @param foundOf the hosts of an entry; undefined: not known
 */
export function nodesOfEntries(
  entries: readonly ConfiguredNode[],
  foundOf: (entry: ConfiguredNode) => readonly FoundHost[] | undefined,
): NodeConfig[] {
  const taken = new Set(entries.filter(({ discover }) => discover === undefined).map(addressOf));
  return entries.flatMap((entry) =>
    foundNodes(entry, foundOf(entry)).filter((node) => {
      const isNew = !taken.has(addressOf(node));
      taken.add(addressOf(node));
      return isNew || entry.discover === undefined;
    }),
  );
}

/** Host, port and path as they are compared. */
function addressOf({ url }: NodeConfig): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname.replace(/\.$/, '')}:${port}${pathname.replace(/\/+$/, '')}`;
}

/** Labels are in the headers of answers: they do not show addresses of a private net. */
const fingerprint = ({ host }: URL): string => createHash('sha256').update(host).digest('hex').slice(0, 8);

/** Undefined for a host that no URL can have. */
function urlOf(text: string, { host, port }: FoundHost): URL | undefined {
  const url = new URL(text);
  if (port !== undefined) url.port = String(port);
  const name = isIPv6(host) ? `[${host}]` : host.toLowerCase().replace(/\.$/, '');
  url.hostname = name;
  return url.hostname === name ? url : undefined;
}

/**
 * Credentials and headers of an entry go to hosts of its own domain alone: an answer of DNS may name any host, which has
 * a certificate of its own.
 */
function mayReceive({ url, headers, discover }: ConfiguredNode, { hostname }: URL): boolean {
  const entry = new URL(url);
  if (discover !== 'srv' || (entry.username === '' && headers === undefined)) return true;
  const domain = entry.hostname.replace(/^_[^.]+\._[^.]+\./, '');
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
