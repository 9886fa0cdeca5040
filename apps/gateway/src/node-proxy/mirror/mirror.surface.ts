import { errorInWords } from '@app/chain-tools';
import type { Settings } from '@app/operations';
import type { NotFound } from '../../platform/errors/not-found';
import { type ErrorBody, HttpError } from '../../platform/errors/refusal';
import type { Surface } from '../../platform/surface';
import { errorBody, MirrorError } from './errors/node-error';
import { MIRROR_ROOTS } from './networks';
import type { ErrorShape } from '@app/node-api';
import { STREAM_PATH } from './stream/stream-path';

const PREFIXES: Readonly<Record<ErrorShape, readonly string[]>> = {
  nodeos: ['/v1/chain/', '/v1/trace_api/', '/v1/node/'],
  hyperion: ['/v1/history/', '/v2/'],
};
const SCRIPT = '/stream-client.js';

/** An unknown path, in the words of a node; a wrong method is an unknown route for a node with history. */
const NOT_FOUND: Readonly<Record<ErrorShape, NotFound>> = {
  nodeos: ({ allowed }) =>
    allowed.length === 0
      ? errorInWords('UNKNOWN_ROUTE', 'Unknown Endpoint')
      : new HttpError(errorInWords('METHOD_NOT_ALLOWED', `use ${allowed.join(' or ')}`), {
          Allow: [...allowed, 'OPTIONS'].join(', '),
        }),
  hyperion: ({ method, path }) => errorInWords('UNKNOWN_ROUTE', `Route ${method}:${path} not found`),
};

/** How the HTTP server treats the paths of the mirror: one row for each error shape of its clients. */
export function mirrorSurfaces({
  maxBodyBytes,
  maxStreamMessageBytes,
}: Pick<Settings, 'maxBodyBytes' | 'maxStreamMessageBytes'>): readonly Surface[] {
  const row = (shape: ErrorShape, paths: readonly string[]): Surface => ({
    paths: MIRROR_ROOTS.flatMap(({ prefix }) => paths.map((path) => prefix + path)),
    prefixes: MIRROR_ROOTS.flatMap(({ prefix }) => PREFIXES[shape].map((path) => prefix + path)),
    body: { as: 'bytes', maxBytes: maxBodyBytes.mirror },
    cors: 'any',
    isPage: false,
    errorBody: bodyIn(shape),
    notFound: NOT_FOUND[shape],
    unmatchedLabel: 'mirror',
  });
  const stream: Surface = {
    ...row('hyperion', [STREAM_PATH, `${STREAM_PATH}/`]),
    prefixes: [],
    body: { as: 'bytes', maxBytes: maxStreamMessageBytes },
    takesUpgrades: true,
  };
  return [row('nodeos', []), row('hyperion', [SCRIPT]), stream];
}

const bodyIn =
  (shape: ErrorShape): ErrorBody =>
  (refusal) =>
    errorBody(
      shape,
      refusal instanceof MirrorError ? refusal : new MirrorError(refusal.status, refusal.message),
    );
