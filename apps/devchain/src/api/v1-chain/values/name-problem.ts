import { nameFromValue } from '@app/antelope';

const ALPHABET = '.12345abcdefghijklmnopqrstuvwxyz';
const LONGEST = 13;
const FULL_CHARACTERS = 12;

/** The words of nodeos for a text that is no name. Source: eosio::chain::name. */
export function nameProblem(text: string): string {
  const length = Buffer.byteLength(text);
  if (length > LONGEST) return `Name is longer than 13 characters (${text}) `;
  return `Name not properly normalized (name: ${text}, normalized: ${normalized(text)}) `;
}

/** The name of the value that nodeos makes of any text: other characters count as dots. */
function normalized(text: string): string {
  let value = 0n;
  const bytes = [...Buffer.from(text).toString('latin1')];
  for (let at = 0; at < FULL_CHARACTERS; at++) value = (value << 5n) | bits(bytes[at]);
  return nameFromValue((value << 4n) | (bits(bytes[FULL_CHARACTERS]) & 0xfn));
}

const bits = (character = '.'): bigint => BigInt(Math.max(0, ALPHABET.indexOf(character)));
