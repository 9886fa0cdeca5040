import { base58 } from '@scure/base';
import { Base58, Checksum160 } from '@wharfkit/antelope';
import { quoted, ValueError } from '../value-error';
import { fitsLayout, type KeyType, type TypedBytes, type TypedLayout } from './typed-bytes';

/** How one sort of key material is written: `PUB` in `PUB_K1_...`, its bytes, and what messages call it. */
export interface TypedTextForm {
  readonly prefix: 'PUB' | 'SIG' | 'PVT';
  readonly what: string;
  readonly layout: TypedLayout;
}

const TYPED_TEXT = /^([A-Z]{3})_(K1|R1|WA)_([1-9A-HJ-NP-Za-km-z]+)$/;
/** A signature of a web authenticator takes about 500 characters; base58 costs the square of the length. */
const LONGEST_TEXT = 1024;
/** The most bytes whose text is at most as long. */
export const LONGEST_KEY_BYTES = 740;
const CHECKSUM_BYTES = 4;

/**
 * `PUB_K1_...`: base58 of the bytes and four bytes of a RIPEMD-160 checksum that covers the kind, too. Throws ValueError for
 * more than LONGEST_KEY_BYTES: those of web authenticators have parts of any length, which any account chooses.
 */
export function typedText({ prefix }: TypedTextForm, { type, bytes }: TypedBytes): string {
  if (bytes.length > LONGEST_KEY_BYTES)
    throw new ValueError(
      `${prefix}_${type}_ of ${String(bytes.length)} bytes: the text of more than ${String(LONGEST_KEY_BYTES)} bytes is not made`,
    );
  return `${prefix}_${type}_${base58WithChecksum(bytes, type)}`;
}

/** Reads what typedText prints. Throws ValueError for another form, a wrong checksum or a wrong length. */
export function parseTypedText(form: TypedTextForm, text: string): TypedBytes {
  const [, prefix, type, payload = ''] = (text.length <= LONGEST_TEXT && TYPED_TEXT.exec(text)) || [];
  if (prefix !== form.prefix) throw new ValueError(`${shown(form, text)} is not ${form.what}`);
  return checkedPayload(form, text, type as KeyType, payload, type);
}

/** Base58 of the bytes and their checksum, in which `suffix` is hashed as well. In a third of the time of Wharf's encoder. */
export function base58WithChecksum(bytes: Uint8Array, suffix = ''): string {
  const checked = Uint8Array.of(...bytes, ...Buffer.from(suffix));
  const checksum = Checksum160.hash(checked).array.subarray(0, CHECKSUM_BYTES);
  return base58.encode(Uint8Array.of(...bytes, ...checksum));
}

/** The bytes of a base58 payload found in `text`, when checksum and layout are right. Throws ValueError. */
export function checkedPayload(
  form: TypedTextForm,
  text: string,
  type: KeyType,
  payload: string,
  suffix?: string,
): TypedBytes {
  let value: TypedBytes;
  try {
    value = { type, bytes: Base58.decodeRipemd160Check(payload, undefined, suffix).array };
  } catch (cause) {
    throw new ValueError(`${shown(form, text)} is not ${form.what}: its checksum is wrong`, '', { cause });
  }
  if (fitsLayout(value, form.layout)) return value;
  throw new ValueError(`${shown(form, text)} is not ${form.what}: its length is wrong`);
}

/** How a message names the text: never by itself when it is, or nearly is, a private key. */
function shown(form: TypedTextForm, text: string): string {
  return form.prefix === 'PVT' ? 'the text' : quoted(text);
}
