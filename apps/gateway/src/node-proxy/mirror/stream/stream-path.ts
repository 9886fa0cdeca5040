import { NETWORK_NAMES, type NetworkName } from '@app/networks';
import { INVALID_HTTP_REQUEST, MirrorError } from '../errors/node-error';
import { MIRROR_ROOTS } from '../networks';

/** Path of streams below the prefix of a network, as clients configure it; they append a slash. */
export const STREAM_PATH = '/stream';

/** Path and query of a request to `/stream`, for a node. */
export const nodePathOf = (query: string): string => `${STREAM_PATH}/${query === '' ? '' : `?${query}`}`;

/** The network that a request for a stream is about, and its query. */
export interface StreamTarget {
  readonly network: NetworkName;
  readonly query: string;
}

/**
 * Reads a request target; undefined for a path that is none of streams. The published client cannot put the prefix of a
 * network before `/stream`: socket.io takes the path behind the host as a namespace. It can pass a query, so that the
 * parameter `network` selects the network at the path without a prefix.
 * @throws MirrorError for a name of no network
 */
export function streamTarget(url: string): StreamTarget | undefined {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = at < 0 ? '' : url.slice(at + 1);
  const root = MIRROR_ROOTS.find(({ prefix }) =>
    [prefix + STREAM_PATH, `${prefix}${STREAM_PATH}/`].includes(path),
  );
  if (root === undefined) return undefined;
  return { network: (root.prefix === '' ? networkIn(query) : undefined) ?? root.network, query };
}

function networkIn(query: string): NetworkName | undefined {
  const name = new URLSearchParams(query).get('network');
  if (name === null) return undefined;
  const network = NETWORK_NAMES.find((one) => one === name);
  if (network === undefined)
    throw new MirrorError(400, `network: must be ${NETWORK_NAMES.join(' or ')}`, INVALID_HTTP_REQUEST);
  return network;
}
