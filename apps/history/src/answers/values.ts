import {
  ByteReader,
  nameFromValue,
  readPublicKey,
  publicKeyLegacyText,
  readSignature,
  signatureText,
} from '@app/antelope';
import { LRUCache } from 'lru-cache';
import type { PermissionLevel } from '../derive/name';

/** Legacy text of K1 keys, as nodes print them in authorities. */
export const keyText = (key: Uint8Array): string => publicKeyLegacyText(readPublicKey(new ByteReader(key)));

/** Texts that are kept, 2 MB: base58 and checksum took half of the time of a page of 100 actions. */
const signatureTexts = new LRUCache<string, string>({ max: 5_000 });

/** The text of a packed signature. */
export function signatureOf(bytes: Uint8Array): string {
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
