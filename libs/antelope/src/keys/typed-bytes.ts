import { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import { ValueError } from '../value-error';

/** Kinds of keys and signatures: secp256k1, P-256, and P-256 held by a web authenticator. */
export type KeyType = 'K1' | 'R1' | 'WA';

/** A key or signature: its kind, and the bytes behind the tag byte of the binary form. */
export interface TypedBytes {
  type: KeyType;
  bytes: Uint8Array;
}

/** Reader of the bytes after the tag, by kind: it consumes exactly these bytes. */
export type TypedLayout = Record<KeyType, (reader: ByteReader) => void>;

/** Their order is the tag byte. Source: fc::crypto::public_key and fc::crypto::signature, both variants. */
const TAGS: readonly KeyType[] = ['K1', 'R1', 'WA'];

/** Reads tag and bytes. Throws ValueError for an unknown tag or missing bytes. */
export function readTypedBytes(reader: ByteReader, layout: TypedLayout): TypedBytes {
  const tag = reader.uint8();
  const type = TAGS[tag];
  if (type === undefined) throw new ValueError(`there is no kind of key with the tag ${String(tag)}`);
  return {
    type,
    bytes: reader.span(() => {
      layout[type](reader);
    }),
  };
}

/** Writes tag and bytes. */
export function writeTypedBytes(writer: ByteWriter, { type, bytes }: TypedBytes): void {
  writer.uint8(TAGS.indexOf(type));
  writer.raw(bytes);
}

/** True when the bytes are exactly what the layout of their kind asks for. */
export function fitsLayout({ type, bytes }: TypedBytes, layout: TypedLayout): boolean {
  const reader = new ByteReader(bytes);
  try {
    layout[type](reader);
  } catch {
    return false;
  }
  return reader.isAtEnd;
}
