import { isUtf8 } from 'node:buffer';
import { toolError, ToolError } from '@app/tooling';
import type { ReadBytes } from '../../platform/body/body-policy';
import { HttpError } from '../../platform/errors/http-error';
import { jsonRefusal } from '../../json/json-refusal';
import { CODES, errorReply, HttpReply } from './json-rpc';

/** The JSON of a POST, or the reply that refuses it in the protocol's own words. */
export async function readMessage(
  read: ReadBytes,
  onRead: (bytes: number) => void,
): Promise<{ message: unknown } | { reply: HttpReply }> {
  const bytes = await read();
  if (bytes instanceof ToolError) return { reply: refused(bytes) };
  onRead(bytes.length);
  const text = bytes.toString();
  const refusal = isUtf8(bytes) ? jsonRefusal(text) : toolError('BODY_NOT_JSON', 'it is not UTF-8');
  return refusal === undefined ? { message: JSON.parse(text) as unknown } : { reply: refused(refusal) };
}

function refused(error: ToolError): HttpReply {
  const { kind, status, message } = error;
  const code = kind === 'BODY_NOT_JSON' ? CODES.parseError : CODES.invalidRequest;
  const reply = errorReply(status, null, code, message);
  return error instanceof HttpError ? { ...reply, headers: { ...error.headers } } : reply;
}
