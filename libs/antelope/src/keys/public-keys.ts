import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import { readTypedBytes, writeTypedBytes, type TypedBytes } from './typed-bytes';
import {
  base58WithChecksum,
  checkedPayload,
  parseTypedText,
  typedText,
  type TypedTextForm,
} from './typed-text';

/**
 * A public key: for K1 and R1 the 33 bytes of the compressed point, for WA the point, the user-presence byte and
 * the relying party's name. The point need not lie on the curve: accounts may hold keys without an owner.
 */
export type PublicKeyValue = TypedBytes;

const POINT_BYTES = 33;
const LEGACY_TEXT = /^EOS([1-9A-HJ-NP-Za-km-z]{37,51})$/;

const point = (reader: ByteReader): void => {
  reader.take(POINT_BYTES);
};

const FORM: TypedTextForm = {
  prefix: 'PUB',
  what: 'a public key like "PUB_K1_..."',
  layout: {
    K1: point,
    R1: point,
    WA: (reader) => {
      point(reader);
      reader.take(1);
      reader.prefixed();
    },
  },
};

/** Reads `PUB_K1_...`, `PUB_R1_...`, `PUB_WA_...` or the legacy `EOS...` of a K1 key. Throws ValueError. */
export function parsePublicKey(text: string): PublicKeyValue {
  const legacy = LEGACY_TEXT.exec(text)?.[1];
  return legacy === undefined ? parseTypedText(FORM, text) : checkedPayload(FORM, text, 'K1', legacy);
}

/** The canonical text, `PUB_K1_...`. */
export function publicKeyText(key: PublicKeyValue): string {
  return typedText(FORM, key);
}

/** The text nodes print: `EOS...` for K1, `PUB_R1_...` and `PUB_WA_...` for the others. Source: node-api 1.3. */
export function publicKeyLegacyText(key: PublicKeyValue): string {
  return key.type === 'K1' ? `EOS${base58WithChecksum(key.bytes)}` : publicKeyText(key);
}

/** Reads a key's binary form. Throws ValueError. */
export function readPublicKey(reader: ByteReader): PublicKeyValue {
  return readTypedBytes(reader, FORM.layout);
}

/** Writes a key's binary form. */
export function writePublicKey(writer: ByteWriter, key: PublicKeyValue): void {
  writeTypedBytes(writer, key);
}
