import type { RandomBelow } from '@app/operations';

/** Characters an account name may have, the dot left out. */
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz12345';
const LENGTH = 7;

/** The generated part of a vault's name: 7 of a-z and 1-5. Source: reference, lending. */
export function vaultId(randomBelow: RandomBelow): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomBelow(CHARACTERS.length))).join('');
}
