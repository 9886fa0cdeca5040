import {
  ByteReader,
  bytesToHex,
  LONGEST_KEY_BYTES,
  nameFromValue,
  readPublicKey,
  publicKeyLegacyText,
  readSignature,
  signatureText,
} from '@app/antelope';
import { LRUCache } from 'lru-cache';
import type { PermissionLevel } from '../derive/name';

/** Whether a packed key or signature, one byte for its kind before its bytes, has no text. Any account can send such bytes. */
const isLong = ({ length }: Uint8Array): boolean => length > 1 + LONGEST_KEY_BYTES;

/** Legacy text of K1 keys, as nodes print them in authorities; hex of a key that is too long for a text. */
export const keyText = (key: Uint8Array): string =>
  isLong(key) ? bytesToHex(key) : publicKeyLegacyText(readPublicKey(new ByteReader(key)));

/** Texts that are kept, 2 MB: base58 and checksum took half of the time of a page of 100 actions. */
const signatureTexts = new LRUCache<string, string>({ max: 5_000 });

/** The text of a packed signature; hex of one that is too long for a text. */
export function signatureOf(bytes: Uint8Array): string {
  if (isLong(bytes)) return bytesToHex(bytes);
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const known = signatureTexts.get(key);
  if (known !== undefined) return known;
  const text = signatureText(readSignature(new ByteReader(bytes)));
  signatureTexts.set(key, text);
  return text;
}

export interface LevelText {
  readonly actor: string;
  readonly permission: string;
}

export const levelText = ({ actor, permission }: PermissionLevel): LevelText => ({
  actor: nameFromValue(actor),
  permission: nameFromValue(permission),
});
