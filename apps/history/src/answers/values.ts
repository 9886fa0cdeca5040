import {
  bytesToHex,
  ByteReader,
  nameFromValue,
  readPublicKey,
  publicKeyLegacyText,
  readSignature,
  signatureText,
} from '@app/antelope';
import type { PermissionLevel } from '../derive/block-writes';

/** A time as nodes print it: UTC, milliseconds, no `Z`. */
export const timeText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, -1);

export const hex = bytesToHex;
export const nameText = nameFromValue;

/** Legacy text of K1 keys, as nodes print them in authorities. */
export const keyText = (key: Uint8Array): string => publicKeyLegacyText(readPublicKey(new ByteReader(key)));

export const signatureOf = (bytes: Uint8Array): string => signatureText(readSignature(new ByteReader(bytes)));

export interface LevelText {
  readonly actor: string;
  readonly permission: string;
}

export const levelText = ({ actor, permission }: PermissionLevel): LevelText => ({
  actor: nameText(actor),
  permission: nameText(permission),
});
