import { inflateSync } from 'node:zlib';
import { ValueError } from '../value-error';

/**
 * The bytes of a zlib-compressed packed transaction or context-free data, at most `maxBytes` of them: a few
 * bytes can inflate to gigabytes. Throws ValueError when there are more, for broken data, and for bytes behind
 * the end of the stream.
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
    const reason = isTooLong
      ? `the data inflates to more than ${String(maxBytes)} bytes`
      : 'broken zlib data';
    throw new ValueError(reason, '', { cause });
  }
  throw new ValueError('bytes too many behind the zlib data');
}
