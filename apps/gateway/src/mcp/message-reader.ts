import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { toolError, ToolError } from '@app/tooling';
import { bodyBytes } from '../http/body-reader';
import { jsonRefusal } from '../http/json-body';
import { CODES, errorReply, HttpReply } from './json-rpc';

/** The JSON of a POST, or the reply that refuses it in the protocol's own words. */
export async function readMessage(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ message: unknown } | { reply: HttpReply }> {
  let bytes: Buffer;
  try {
    bytes = await bodyBytes(request, maxBytes);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { reply: refused(error) };
  }
  const text = bytes.toString();
  const refusal = isUtf8(bytes) ? jsonRefusal(text) : toolError('BODY_NOT_JSON', 'it is not UTF-8');
  return refusal === undefined ? { message: JSON.parse(text) as unknown } : { reply: refused(refusal) };
}

function refused({ kind, status, message }: ToolError): HttpReply {
  const code = kind === 'BODY_NOT_JSON' ? CODES.parseError : CODES.invalidRequest;
  return errorReply(status, null, code, message);
}
