import { quoted, ValueError } from '../value-error';

const ALPHABET = '.12345abcdefghijklmnopqrstuvwxyz';
const LONGEST = 13;
/** Twelve characters of 5 bits, then at most one of 4 bits; a trailing dot would be lost in the value. */
const CANONICAL = /^(?=.{1,13}$)(?:[.1-5a-z]{0,11}[1-5a-z]|[.1-5a-z]{12}[1-5a-j])$/;
const SYMBOL_OF = new Map([...ALPHABET].map((character, symbol) => [character, symbol]));

/** Names whose values and texts are kept, 4 MB at most: data of the chain repeats the same ones. */
const MAX_KEPT = 20_000;
const keptValues = new Map<string, bigint>();
const keptTexts = new Map<bigint, string>();

/**
 * True when `text` is a name of the chain exactly as the chain prints it: 1 to 13 characters of `.1-5a-z`, the
 * 13th of `1-5a-j`, not ending in a dot. Source: eosio::chain::name, "name not properly normalized".
 */
export function isName(text: string): boolean {
  return CANONICAL.test(text);
}

/**
 * The 64-bit value of a name; the empty name is 0. Throws ValueError for any other text than the chain's
 * own: nothing is cut off or mapped to dots.
 */
export function nameToValue(name: string): bigint {
  const kept = keptValues.get(name);
  if (kept !== undefined) return kept;
  const value = valueOf(name);
  if (keptValues.size >= MAX_KEPT) keptValues.clear();
  keptValues.set(name, value);
  return value;
}

function valueOf(name: string): bigint {
  if (name === '') return 0n;
  if (!isName(name)) {
    throw new ValueError(`${quoted(name)} is not a name: 1 to 12 characters of a-z, 1-5 and inner dots`);
  }
  const high = BigInt(sixSymbols(name, 0));
  const low = BigInt(sixSymbols(name, 6));
  return (high << 34n) | (low << 4n) | BigInt(symbolAt(name, LONGEST - 1));
}

/** The name of a 64-bit value; every value has exactly one, 0 has the empty one. */
export function nameFromValue(value: bigint): string {
  const kept = keptTexts.get(value);
  if (kept !== undefined) return kept;
  if (keptTexts.size >= MAX_KEPT) keptTexts.clear();
  const text = textOf(value);
  keptTexts.set(value, text);
  return text;
}

function textOf(value: bigint): string {
  const last = Number(value & 0xfn);
  const low = Number((value >> 4n) & 0x3fffffffn);
  const high = Number(value >> 34n);
  const name = sixCharacters(high) + sixCharacters(low) + ALPHABET.charAt(last);
  let length = LONGEST;
  while (length > 0 && name.charAt(length - 1) === '.') length--;
  return name.slice(0, length);
}

/** Zero beyond the end of the name. */
function symbolAt(name: string, index: number): number {
  return SYMBOL_OF.get(name.charAt(index)) ?? 0;
}

/** Thirty bits fit a small integer, so each direction needs bigint arithmetic only a few times. */
function sixSymbols(name: string, start: number): number {
  let bits = 0;
  for (let index = start; index < start + 6; index++) bits = (bits << 5) | symbolAt(name, index);
  return bits;
}

function sixCharacters(bits: number): string {
  let text = '';
  for (let shift = 25; shift >= 0; shift -= 5) text += ALPHABET.charAt((bits >>> shift) & 0x1f);
  return text;
}
