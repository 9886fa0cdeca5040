/**
 * Sessions of engine.io by polling. A node names each by a random id in its first answer; every later request has to
 * reach the same node, through whichever replica. The gateway therefore writes the key of the node behind the id, and
 * takes it away again. Source: engine.io protocol, version 4.
 */
const OPEN_PACKET = /^0\{"sid":"([\w-]+)"/;
const SEPARATOR = '.';

/** The first answer of a node with the key of the node in its session id; undefined when it opens no session. */
export function withNodeKey(body: string, nodeKey: string): string | undefined {
  if (!OPEN_PACKET.test(body)) return undefined;
  return body.replace(OPEN_PACKET, `0{"sid":"$1${SEPARATOR}${nodeKey}"`);
}

/** The query of a request to /stream. */
export interface StreamQuery {
  readonly transport: string | null;
  readonly version: string | null;
  /** Key of the node of its session; undefined: a new session. */
  readonly nodeKey: string | undefined;
  /** The query for the node, with its own session id. */
  readonly forNode: string;
}

/** Reads the query of a request; undefined when it names a session in another form than `withNodeKey` writes it. */
export function readStreamQuery(query: string): StreamQuery | undefined {
  const parameters = new URLSearchParams(query);
  const sids = parameters.getAll('sid');
  const rest = { transport: parameters.get('transport'), version: parameters.get('EIO') };
  if (sids.length === 0) return { ...rest, nodeKey: undefined, forNode: query };
  const [sid = ''] = sids;
  const at = sid.lastIndexOf(SEPARATOR);
  if (sids.length > 1 || at < 0) return undefined;
  parameters.set('sid', sid.slice(0, at));
  return { ...rest, nodeKey: sid.slice(at + 1), forNode: parameters.toString() };
}
