const MAX_PRECISION = 18n;

/** The code of a symbol (precision in the lowest byte); undefined unless it consists of 1 to 7 letters A-Z. */
export function symbolCodeOf(symbol: bigint): bigint | undefined {
  const code = symbol >> 8n;
  if (code === 0n || (symbol & 0xffn) > MAX_PRECISION) return undefined;
  for (let rest = code; rest > 0n; rest >>= 8n) {
    const letter = rest & 0xffn;
    if (letter < 0x41n || letter > 0x5an) return undefined;
  }
  return code;
}
