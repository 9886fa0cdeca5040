/** Characters an account name may have, the dot left out. */
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz12345';
const LENGTH = 7;

/** A random integer from 0 to `below` - 1. */
export type RandomBelow = (below: number) => number;
export const RANDOM_BELOW = Symbol('RANDOM_BELOW');

/** The generated part of a vault's name: 7 of a-z and 1-5. Source: reference, lending. */
export function vaultId(randomBelow: RandomBelow): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomBelow(CHARACTERS.length))).join('');
}
