import type { MeasuredText } from '../../json/answer-text';

/** Id of a request. */
export type RequestId = string | number;

/** A message that asks for an answer. */
export interface JsonRpcRequest {
  jsonrpc: '2.0';
  id: RequestId;
  method: string;
  params?: Record<string, unknown>;
}

export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
  /** Of this server: outside the range that JSON-RPC and the protocol reserve. */
  rateLimited: 429,
  /** Of the revisions that start with `initialize`; the newest one answers invalidParams with the URI as data. */
  resourceNotFound: -32002,
} as const;

/** An HTTP reply. `body` is serialized JSON, whole or in pieces; absent when the reply has none. */
export interface HttpReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | readonly MeasuredText[];
  /** Makes the same body for clients that take gzip; absent where compressing costs more than it saves. */
  gzip?: () => Buffer;
}

/** A request that is refused in the protocol's own words. */
export class ProtocolFailure extends Error {
  override readonly name = 'ProtocolFailure';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** An accepted notification. */
export const ACCEPTED: HttpReply = { status: 202 };

/** The reply with a result. */
export function resultReply(
  id: RequestId,
  resultJson: string,
  headers: Record<string, string> = {},
): HttpReply {
  return {
    status: 200,
    headers,
    body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`,
  };
}

/** The reply with an error of the protocol. */
export function errorReply(
  status: number,
  id: RequestId | null,
  code: number,
  message: string,
  data?: unknown,
): HttpReply {
  const error = data === undefined ? { code, message } : { code, message, data };
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

/** The id to answer a body with that may be anything at all. */
export function idOf(body: unknown): RequestId | null {
  const id: unknown = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : null;
}
