const MAX = (1n << 64n) - 1n;
const MAX_DIGITS = 20;

/**
 * An unsigned 64-bit integer from decimal text, with a sign or zeros in front; a negative one wraps. Undefined for any
 * other text and for what has no room. Source: boost::lexical_cast<uint64_t>.
 */
export function readUint64(text: string): bigint | undefined {
  const [, sign, digits = ''] = /^([+-]?)(\d+)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const significant = digits.replace(/^0+(?=\d)/, '');
  if (significant.length > MAX_DIGITS) return undefined;
  const magnitude = BigInt(significant);
  if (magnitude > MAX) return undefined;
  return sign === '-' ? BigInt.asUintN(64, -magnitude) : magnitude;
}
