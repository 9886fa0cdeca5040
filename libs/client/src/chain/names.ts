const NAME = /^[.1-5a-z]{1,12}[.1-5a-j]?$/;
const ALPHABET = '.12345abcdefghijklmnopqrstuvwxyz';

/** The number behind a name: 5 bits for each of 12 characters, 4 for a thirteenth. Throws RangeError. */
export function nameValue(text: string): bigint {
  if (!NAME.test(text) || text.endsWith('.')) throw new RangeError(`${JSON.stringify(text)} is not a name`);
  let value = 0n;
  for (let at = 0; at < 12; at += 1)
    value = (value << 5n) | BigInt(Math.max(0, ALPHABET.indexOf(text[at] ?? '.')));
  return (value << 4n) | BigInt(Math.max(0, ALPHABET.indexOf(text[12] ?? '.')));
}
