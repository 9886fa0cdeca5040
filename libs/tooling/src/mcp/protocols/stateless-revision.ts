import { truncated } from '../../errors/wording';
import {
  CODES,
  errorReply,
  type HttpReply,
  type JsonRpcRequest,
  ProtocolFailure,
  resultReply,
} from '../transport/json-rpc';
import { STATELESS_VERSIONS } from './versions';
import type { Revision } from './revision';
import { standardHeaderProblem } from './standard-headers';

/** Members of every result: its type and the identity of the server. */
const membersOf = (serverInfo: object) => ({
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
});

/** The revision 2026-07-28, without `initialize`. */
export const STATELESS_REVISION: Revision = {
  resourceNotFound: CODES.invalidParams,
  callMembers: membersOf,
  refusal(request, { headers }) {
    const problem = standardHeaderProblem(headers, request);
    if (problem === undefined) return undefined;
    return errorReply(400, request.id, CODES.headerMismatch, `header mismatch: ${problem}`);
  },
  unknownMethod: ({ id, method }) =>
    errorReply(404, id, CODES.methodNotFound, `unknown method: ${truncated(method)}`),
  /** A cacheable result carries its TTL. It is the same for every client, so its scope is public. */
  resultJson: ({ result, ttlMs, serverInfo }, identity) =>
    JSON.stringify({
      ...result,
      ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'public' }),
      ...membersOf(serverInfo ?? identity),
    }),
  resultReply,
  failureOf(_request, error) {
    if (error instanceof ProtocolFailure) return error;
    throw error;
  },
};

/** The refusal of a revision that this server does not support, or undefined. */
export function versionRefusal(id: JsonRpcRequest['id'] | null, version: string): HttpReply | undefined {
  if (STATELESS_VERSIONS.includes(version)) return undefined;
  const requested = truncated(version);
  return errorReply(400, id, CODES.unsupportedVersion, `unsupported protocol version: ${requested}`, {
    supported: STATELESS_VERSIONS,
    requested,
  });
}
