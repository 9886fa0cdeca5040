const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
/** More characters than any number of a chain has, and few enough that reading them costs nothing. */
const MAX_CHARACTERS = 512;

/**
 * Below zero, zero or above zero as two decimal numbers compare, with every digit. Undefined for other texts, and for
 * texts of more than 512 characters.
 */
export function decimalOrder(left: string, right: string): number | undefined {
  if (Math.max(left.length, right.length) > MAX_CHARACTERS) return undefined;
  const [one, other] = [DECIMAL.exec(left), DECIMAL.exec(right)];
  if (one === null || other === null) return undefined;
  const decimals = Math.max(one[3]?.length ?? 0, other[3]?.length ?? 0);
  const difference = scaled(one, decimals) - scaled(other, decimals);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** The number in units of its last possible decimal. */
function scaled([, sign = '', whole = '', rest = '']: RegExpExecArray, decimals: number): bigint {
  return BigInt(`${sign}${whole}${rest.padEnd(decimals, '0')}`);
}
