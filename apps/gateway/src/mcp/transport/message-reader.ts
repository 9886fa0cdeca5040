import { isUtf8 } from 'node:buffer';
import { toolError } from '@app/chain-tools';
import { CODES, errorReply, type HttpReply, idOf, jsonRefusal, ToolError } from '@app/tooling';
import { HttpError } from '../../platform/errors/refusal';
import type { ReadBody } from '../../platform/surface';
import { messageError, sizeError } from './message-bounds';

export interface MessageReading {
  /** Tools whose calls may be large. */
  readonly largeTools: readonly string[];
  readonly onRead: (bytes: number) => void;
}

/** The JSON of a POST, or the reply that refuses it in the protocol's own words. */
export async function readMessage(
  read: ReadBody<Buffer>,
  { largeTools, onRead }: MessageReading,
): Promise<{ message: unknown } | { reply: HttpReply }> {
  const bytes = await read();
  if (bytes instanceof ToolError) return { reply: refused(bytes) };
  onRead(bytes.length);
  const tooLarge = sizeError(bytes, largeTools);
  if (tooLarge !== undefined) return { reply: refused(tooLarge) };
  const text = bytes.toString();
  const notJson = isUtf8(bytes)
    ? jsonRefusal(text, isArgument)
    : toolError('BODY_NOT_JSON', 'it is not UTF-8');
  if (notJson !== undefined) return { reply: refused(notJson) };
  const message = JSON.parse(text) as unknown;
  const error = messageError(message, bytes.length, largeTools);
  return error === undefined ? { message } : { reply: refused(error, idOf(message)) };
}

/** Ids and tokens of the protocol are no values of a tool. */
const isArgument = (path: string): boolean => /^params\.arguments(\.|$)/.test(path);

function refused(error: ToolError, id: ReturnType<typeof idOf> = null): HttpReply {
  const { kind, status, message } = error;
  const code = kind === 'BODY_NOT_JSON' ? CODES.parseError : CODES.invalidRequest;
  const reply = errorReply(status, id, code, message, { code: error.code });
  return error instanceof HttpError ? { ...reply, headers: { ...error.headers } } : reply;
}
