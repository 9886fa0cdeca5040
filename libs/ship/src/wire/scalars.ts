import { ByteReader, readPublicKey, readSignature, ValueError, type ByteWriter } from '@app/antelope';
import type { Codec } from './codec';
import type { ShipReader } from './ship-reader';

const DIGEST_BYTES = 32;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const codec = <T>(
  read: (reader: ShipReader) => T,
  write: (writer: ByteWriter, value: T) => void,
): Codec<T> => ({ read, write });

export const uint8 = codec(
  (reader) => reader.uint8(),
  (writer, value: number) => writer.uint8(value),
);
export const uint16 = codec(
  (reader) => reader.uint16(),
  (writer, value: number) => writer.uint16(value),
);
export const uint32 = codec(
  (reader) => reader.uint32(),
  (writer, value: number) => writer.uint32(value),
);
export const uint64 = codec(
  (reader) => reader.uint64(),
  (writer, value: bigint) => writer.uint64(value),
);
export const int64 = codec(
  (reader) => reader.int64(),
  (writer, value: bigint) => writer.int64(value),
);
export const uint128 = codec(
  (reader) => reader.uint128(),
  (writer, value: bigint) => writer.int128(value),
);
export const float64 = codec(
  (reader) => reader.float64(),
  (writer, value: number) => writer.float64(value),
);
export const varuint32 = codec(
  (reader) => reader.varuint32(),
  (writer, value: number) => writer.varuint32(value),
);
export const bool = codec(
  (reader) => reader.bool(),
  (writer, value: boolean) => writer.uint8(value ? 1 : 0),
);
/** A name as its 64-bit value: see nameToValue of libs/antelope. */
export const name = codec(
  (reader) => reader.name(),
  (writer, value: bigint) => writer.uint64(value),
);

/** Bytes behind their length, as a view on the message. */
export const bytes = codec(
  (reader) => reader.prefixed(),
  (writer, value: Uint8Array) => writer.prefixed(value),
);

/** Bytes behind a 64-bit length. Source: history_pack_varuint64 of the state-history library. */
export const bigBytes = codec(
  (reader) => reader.take(reader.varuint64()),
  (writer, value: Uint8Array) => writer.prefixed(value),
);

/** Text that is UTF-8; anything else throws. */
export const text = codec(
  (reader) => {
    try {
      return UTF8.decode(reader.prefixed());
    } catch (cause) {
      throw cause instanceof ValueError ? cause : new ValueError('the text is not UTF-8', '', { cause });
    }
  },
  (writer, value: string) => writer.prefixed(Buffer.from(value, 'utf8')),
);

/** A 32-byte digest as a view on the message. */
export const digest = fixed(DIGEST_BYTES);
/** The 16 bytes of a 128-bit float, which no JavaScript number holds. */
export const float128 = fixed(16);

/** A signature as the chain packs it: one byte for its kind, then its bytes. */
export const signature = packedForm(readSignature);
/** A public key as the chain packs it: one byte for its kind, then its bytes. */
export const publicKey = packedForm(readPublicKey);

function fixed(length: number): Codec<Uint8Array> {
  return codec(
    (reader) => reader.take(length),
    (writer, value) => {
      if (value.length !== length) throw new ValueError(`expected ${String(length)} bytes`);
      writer.raw(value);
    },
  );
}

function packedForm(readForm: (reader: ByteReader) => unknown): Codec<Uint8Array> {
  return codec(
    (reader) => reader.span(() => readForm(reader)),
    (writer, value) => writer.raw(value),
  );
}
