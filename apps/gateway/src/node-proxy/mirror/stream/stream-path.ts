import type { NetworkName } from '@app/networks';
import { MIRROR_ROOTS } from '../networks';

/** Path of streams below the prefix of a network, as clients configure it; they append a slash. */
export const STREAM_PATH = '/stream';

/** Path and query of a request to `/stream`, for a node. */
export const nodePathOf = (query: string): string => `${STREAM_PATH}/${query === '' ? '' : `?${query}`}`;

/** The network of a request target, and its query; undefined for any other path. */
export function streamTarget(
  url: string,
): { readonly network: NetworkName; readonly query: string } | undefined {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const root = MIRROR_ROOTS.find(({ prefix }) =>
    [prefix + STREAM_PATH, `${prefix}${STREAM_PATH}/`].includes(path),
  );
  return root && { network: root.network, query: at < 0 ? '' : url.slice(at + 1) };
}
