import { MESSAGE_PIECE_BYTES } from '@app/rate-limit';
import { toolError } from '@app/chain-tools';
import { type ToolError } from '@app/tooling';

/** Largest message that carries no transaction: arguments as large as REST takes them, and what surrounds them. */
export const MAX_SMALL_MESSAGE_BYTES = MESSAGE_PIECE_BYTES;

/** Most JSON values of a message besides the arguments of a tool call; schemas of the protocol validate each of them more than once. */
export const MAX_ENVELOPE_VALUES = 200;

/** The error of a message that is large and cannot be a call of one of `largeTools`, found before it is decoded. */
export function sizeError(bytes: Buffer, largeTools: readonly string[]): ToolError | undefined {
  if (bytes.length <= MAX_SMALL_MESSAGE_BYTES) return undefined;
  return largeTools.some((name) => bytes.includes(name)) ? undefined : tooLarge(largeTools);
}

/** The error of a parsed message that is large and no call of `largeTools`, or has too many values besides arguments. */
export function messageError(
  message: unknown,
  bytes: number,
  largeTools: readonly string[],
): ToolError | undefined {
  const params = isObject(message) && message['method'] === 'tools/call' ? message['params'] : undefined;
  const call = isObject(params) ? params : {};
  if (bytes > MAX_SMALL_MESSAGE_BYTES && !largeTools.some((name) => name === call['name']))
    return tooLarge(largeTools);
  const envelope = isObject(message) && 'arguments' in call ? withoutArguments(message, call) : message;
  if (!hasMoreValues(envelope, MAX_ENVELOPE_VALUES)) return undefined;
  return toolError('MESSAGE_TOO_COMPLEX', MAX_ENVELOPE_VALUES);
}

function tooLarge(largeTools: readonly string[]): ToolError {
  return toolError('MESSAGE_TOO_LARGE', MAX_SMALL_MESSAGE_BYTES, largeTools.join(', '));
}

function withoutArguments(message: object, params: object): object {
  return { ...message, params: { ...params, arguments: null } };
}

/** Counts no further than `most`. */
function hasMoreValues(value: unknown, most: number): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count + waiting.length > most) return true;
    const next = waiting.pop();
    if (isObject(next)) waiting.push(...Object.values(next));
  }
  return false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
