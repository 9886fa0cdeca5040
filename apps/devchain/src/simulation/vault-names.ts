import { sha256 } from '@app/antelope';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz12345';
const NAME_LENGTH = 7;

/** The name of an owner's vault. It differs between chains of different seeds, so that a mix-up is visible. */
export function vaultNameOf(seed: string, owner: string): string {
  const digest = sha256(Buffer.from(`vault of ${owner} on ${seed}`, 'utf8'));
  const letters = Array.from(digest.subarray(0, NAME_LENGTH), (byte) => CHARACTERS[byte % CHARACTERS.length]);
  return `${letters.join('')}.loan`;
}
