import { ClientRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { CODES, errorReply, type JsonRpcRequest, ProtocolFailure } from '../transport/json-rpc';
import { INITIALIZE_VERSIONS } from './versions';
import type { Revision } from './revision';

/** The revisions 2024-11-05 to 2025-11-25, which start with `initialize`. */
export const INITIALIZE_REVISIONS: Revision = {
  resourceNotFound: CODES.resourceNotFound,
  callMembers: () => ({}),
  refusal({ id, method, params }, { headers }) {
    const version = headers['mcp-protocol-version'];
    if (version !== undefined && method !== 'initialize' && !INITIALIZE_VERSIONS.includes(String(version))) {
      const reason = `unsupported protocol version; supported: ${INITIALIZE_VERSIONS.join(', ')}`;
      return errorReply(400, id, CODES.invalidRequest, reason);
    }
    if (method !== 'tools/call' || params?.['task'] === undefined) return undefined;
    const reason = 'tools are not called as tasks: call without params.task';
    return errorReply(200, id, CODES.methodNotFound, reason);
  },
  unknownMethod: ({ id }) => errorReply(200, id, CODES.methodNotFound, 'Method not found'),
  resultJson: ({ result }) => JSON.stringify(result),
  /** The members stand in the order in which these revisions have always been answered. */
  resultReply: (id, json) => ({
    status: 200,
    body: `{"result":${json},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`,
  }),
  /** A method that fails for params of a wrong form is answered with one sentence; a call names its own mistakes. */
  failureOf(request, error, errorOf) {
    const failure =
      error instanceof ProtocolFailure
        ? error
        : new ProtocolFailure(CODES.internalError, errorOf(error).message);
    const { code } = failure;
    if (request.method === 'tools/call') return failure;
    if (code !== CODES.internalError && code !== CODES.invalidParams) return failure;
    return ClientRequestSchema.safeParse(request).success ? failure : malformed(request);
  },
};

/** The failure of a method whose params have another form than the protocol gives them. */
export function malformed({ method }: JsonRpcRequest): ProtocolFailure {
  const reason = `the params of ${method} do not have the form the protocol asks for`;
  return new ProtocolFailure(CODES.invalidParams, reason);
}
