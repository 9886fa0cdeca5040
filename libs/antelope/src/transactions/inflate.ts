import { inflateSync } from 'node:zlib';
import { ValueError } from '../value-error';

/** Bytes that inflate to more than their reader takes. */
export class InflatesTooFarError extends ValueError {}

/**
 * The bytes of a zlib-compressed packed transaction or context-free data, at most `maxBytes` of them: a few
 * bytes can inflate to gigabytes. Throws ValueError when there are more, for broken data, and for bytes behind
 * the end of the stream; too many are an InflatesTooFarError.
 */
export function inflatePacked(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const tooFar = (cause?: unknown): Error =>
    new InflatesTooFarError(`the data inflates to more than ${String(maxBytes)} bytes`, '', { cause });
  let inflated: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    // zlib takes no bound of 0.
    const options = { maxOutputLength: Math.max(1, maxBytes), info: true };
    inflated = inflateSync(bytes, options) as unknown as typeof inflated;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooFar(cause);
    throw new ValueError('broken zlib data', '', { cause });
  }
  const { buffer, engine } = inflated;
  if (buffer.length > maxBytes) throw tooFar();
  if (engine.bytesWritten !== bytes.length) throw new ValueError('bytes too many behind the zlib data');
  return Uint8Array.from(buffer);
}
