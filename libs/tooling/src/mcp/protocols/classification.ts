import {
  JSONRPCErrorResponseSchema,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  JSONRPCResultResponseSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { CODES, type JsonRpcRequest, ProtocolFailure } from '../transport/json-rpc';
import { envelopeProblems, metaOf, missingKeys, VERSION_KEY } from './envelope';
import { STATELESS_VERSIONS } from './versions';

/** The headers that a message is compared with. */
export interface MessageHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
}

/** The form of a message. `version`: the revision that it names, or undefined for one that starts with `initialize`. */
export type Classification =
  | { readonly kind: 'request'; readonly request: JsonRpcRequest; readonly version: string | undefined }
  | { readonly kind: 'notification'; readonly version: string | undefined }
  | { readonly kind: 'response' };

type Message = Pick<JsonRpcRequest, 'method' | 'params'>;

/** `_meta` of a result is open: the revisions differ in its members, and no result is used here. */
const responseSchema = z.union([
  JSONRPCResultResponseSchema.extend({ result: z.looseObject({ _meta: z.looseObject({}).optional() }) }),
  JSONRPCErrorResponseSchema,
]);

/**
 * Finds the revision of a message. The envelope in its `_meta` decides, and the headers have to agree with it;
 * a request without an envelope belongs to a revision with `initialize`.
 * @throws ProtocolFailure when the message is refused, with HTTP 400
 */
export function classify(body: unknown, headers: MessageHeaders): Classification {
  if (typeof body === 'object' && body !== null) {
    if (!('method' in body)) {
      if (responseSchema.safeParse(body).success) return { kind: 'response' };
    } else if ('id' in body) {
      if (JSONRPCRequestSchema.safeParse(body).success) {
        const request = body as JsonRpcRequest;
        return { kind: 'request', request, version: requestVersion(request, headers) };
      }
    } else if (JSONRPCNotificationSchema.safeParse(body).success) {
      return { kind: 'notification', version: notificationVersion(body as Message, headers) };
    }
  }
  throw new ProtocolFailure(CODES.invalidRequest, 'the request body is not a valid JSON-RPC message');
}

/** `initialize` is a request of the older revisions unless a valid envelope says otherwise. */
function requestVersion({ method, params }: Message, headers: MessageHeaders): string | undefined {
  const meta = metaOf(params);
  const problem = meta !== undefined && VERSION_KEY in meta ? envelopeProblems(meta)[0] : undefined;
  const version = meta?.[VERSION_KEY];
  if (method === 'initialize' && (problem !== undefined || !isStateless(version))) {
    if (!isStateless(headers.version)) return undefined;
    throw mismatch(
      headers.version,
      'an initialize request (legacy handshake) was sent with a modern MCP-Protocol-Version header',
    );
  }
  if (problem !== undefined) throw invalidEnvelope(problem);
  if (typeof version === 'string') {
    compareVersion(version, headers.version, 'the body envelope');
    compareMethod(method, headers.method, 'the body');
    return version;
  }
  if (!isStateless(headers.version)) return undefined;
  const missing = meta === undefined ? ['_meta'] : missingKeys(meta);
  throw new ProtocolFailure(
    CODES.invalidParams,
    `Invalid params: the MCP-Protocol-Version header names protocol revision ${headers.version}, but the request is missing the required per-request envelope key(s): ${missing.join(', ')}`,
    { envelope: { missing } },
  );
}

/** Notifications need no envelope: without one the header decides. */
function notificationVersion({ method, params }: Message, headers: MessageHeaders): string | undefined {
  const meta = metaOf(params);
  if (meta !== undefined && VERSION_KEY in meta) {
    const problem = envelopeProblems(meta).find(({ key }) => key === VERSION_KEY);
    if (problem !== undefined) throw invalidEnvelope(problem);
  }
  const version = meta?.[VERSION_KEY];
  if (typeof version === 'string') compareVersion(version, headers.version, 'the notification envelope');
  const named = typeof version === 'string' ? version : headers.version;
  if (isStateless(named)) compareMethod(method, headers.method, 'the notification body');
  return isStateless(named) ? named : (version as string | undefined);
}

/** Whether a revision has no `initialize`: versions are dates, so one to come has none either. */
function isStateless(version: unknown): version is string {
  return typeof version === 'string' && STATELESS_VERSIONS.some((first) => version >= first);
}

function compareVersion(version: string, header: string | undefined, subject: string): void {
  if (header === undefined || header === version) return;
  throw mismatch(
    header,
    `${subject} names protocol version ${version} but the MCP-Protocol-Version header names ${header}`,
  );
}

function compareMethod(method: string, header: string | undefined, subject: string): void {
  if (header === undefined || header === method) return;
  throw mismatch(header, `${subject} names method ${method} but the Mcp-Method header names ${header}`);
}

function mismatch(header: string, body: string): ProtocolFailure {
  const message = `the request headers and body disagree: ${body}`;
  return new ProtocolFailure(CODES.headerMismatch, message, { mismatch: { header, body } });
}

function invalidEnvelope(problem: { key: string; problem: string }): ProtocolFailure {
  const message = `Invalid _meta envelope for protocol revision 2026-07-28: ${problem.key}: ${problem.problem}`;
  return new ProtocolFailure(CODES.invalidParams, message, { envelope: problem });
}
