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
  try {
    const { buffer, engine } = inflateSync(bytes, { maxOutputLength: maxBytes, info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    if (engine.bytesWritten === bytes.length) return Uint8Array.from(buffer);
  } catch (cause) {
    const isTooLong = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLong) {
      throw new InflatesTooFarError(`the data inflates to more than ${String(maxBytes)} bytes`, '', {
        cause,
      });
    }
    throw new ValueError('broken zlib data', '', { cause });
  }
  throw new ValueError('bytes too many behind the zlib data');
}
