import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ToolError } from '@app/tooling';
import { bodyBytes } from '../http/body-reader';
import { HttpError } from '../http/http-error';
import { jsonFault } from '../http/json-fault';
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
    if (!(error instanceof ToolError || error instanceof HttpError)) throw error;
    return { reply: errorReply(error.status, null, CODES.invalidRequest, error.message) };
  }
  if (!isUtf8(bytes)) return { reply: parseError('it is not UTF-8') };
  const text = bytes.toString();
  try {
    return { message: JSON.parse(text) as unknown };
  } catch {
    return { reply: parseError(jsonFault(text) ?? 'it cannot be read') };
  }
}

function parseError(reason: string): HttpReply {
  return errorReply(400, null, CODES.parseError, `the body is not valid JSON: ${reason}`);
}
