const BITS = 64;
const LETTER_BITS = 8;

/**
 * The value of letters A to Z as a symbol code; undefined for any other text. The length is not
 * checked: the eighth letter is dropped, and later letters are combined with the first ones by OR. Source:
 * eosio::chain::string_to_symbol.
 */
export function readSymbolCode(text: string): bigint | undefined {
  if (!/^[A-Z]*$/.test(text)) return undefined;
  let value = 0n;
  for (let at = 0; at < text.length; at++) {
    value |= BigInt(text.charCodeAt(at)) << BigInt((LETTER_BITS * (at + 1)) % BITS);
  }
  return BigInt.asUintN(BITS, value) >> BigInt(LETTER_BITS);
}
