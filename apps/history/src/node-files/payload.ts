import { promisify } from 'node:util';
import { inflate, type InputType, type ZlibOptions } from 'node:zlib';

/** A payload is a number of four bytes, since Leap 4 also the decompressed size, and a zlib stream. */
const NUMBER_BYTES = 4;
const SIZED_BYTES = 12;
/** That number of an entry which has the decompressed size. Leap 3 wrote 0, EOSIO the compressed size. */
const IS_SIZED = 1;
/** Bytes that zlib adds at most to content that it does not compress, beside one in `STORED_PART`. */
const STREAM_BYTES = 64;
const STORED_PART = 1000;

/** The part of a payload before its stream. */
export interface PayloadHead {
  readonly headBytes: number;
  /** Of the stream. */
  readonly compressedBytes: number;
  /** Undefined where the entry does not say it. */
  readonly decompressedBytes: number | undefined;
}

/** A payload that is refused. The caller knows file and block. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
}

export const MAX_PAYLOAD_HEAD = SIZED_BYTES;

/**
 * @param bytes the first ones of the payload, MAX_PAYLOAD_HEAD where it has so many
 * @param maxBytes of the content
 */
export function readPayloadHead(bytes: Buffer, payloadBytes: number, maxBytes: number): PayloadHead {
  if (bytes.length < NUMBER_BYTES)
    throw new PayloadError(`a payload of ${String(payloadBytes)} bytes is too short`);
  const number = bytes.readUInt32LE();
  const isSized = number === IS_SIZED && bytes.length >= SIZED_BYTES;
  const headBytes = isSized ? SIZED_BYTES : NUMBER_BYTES;
  const compressedBytes = payloadBytes - headBytes;
  const decompressedBytes = isSized ? Number(bytes.readBigUInt64LE(NUMBER_BYTES)) : undefined;
  if (!isSized && number !== 0 && number !== compressedBytes)
    throw new PayloadError(
      `the payload is said to have ${String(number)} compressed bytes, and has ${String(compressedBytes)}`,
    );
  if ((decompressedBytes ?? 0) > maxBytes || compressedBytes > mostCompressed(maxBytes))
    throw new PayloadError(
      `it has ${String(decompressedBytes ?? compressedBytes)} bytes, and ${String(maxBytes)} are the limit`,
    );
  return { headBytes, compressedBytes, decompressedBytes };
}

const mostCompressed = (bytes: number): number => bytes + Math.ceil(bytes / STORED_PART) + STREAM_BYTES;

/** With `info` zlib also tells how much it read. */
const inflateWith = promisify(
  inflate as unknown as (
    bytes: InputType,
    options: ZlibOptions,
    done: (error: Error | null, result: { buffer: Buffer; engine: { bytesWritten: number } }) => void,
  ) => void,
);

/** The content of a payload. No more is decompressed than its size, or the limit. Throws PayloadError. */
export async function decompressed(
  stream: Buffer,
  { decompressedBytes }: PayloadHead,
  maxBytes: number,
): Promise<Buffer> {
  const most = Math.max(1, decompressedBytes ?? maxBytes);
  const { buffer, engine } = await inflateWith(stream, { info: true, maxOutputLength: most }).catch(
    (cause: unknown) => {
      throw new PayloadError(`it cannot be decompressed into ${String(most)} bytes: ${String(cause)}`, {
        cause,
      });
    },
  );
  if (decompressedBytes !== undefined && buffer.length !== decompressedBytes)
    throw new PayloadError(
      `it has ${String(buffer.length)} decompressed bytes, and is said to have ${String(decompressedBytes)}`,
    );
  if (engine.bytesWritten !== stream.length)
    throw new PayloadError(`${String(stream.length - engine.bytesWritten)} bytes are behind its stream`);
  return buffer;
}
