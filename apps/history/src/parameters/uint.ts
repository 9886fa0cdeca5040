import { badRequest } from './history-error';

const UINT32_COUNT = 2 ** 32;
const UINT64_COUNT = 2n ** 64n;

/**
 * A number as a bound of block numbers, versions and counts of the chain, which have 32 bits: every higher one is above
 * all of them. Databases refuse numbers of more than 64 bits.
 */
export const bound32 = (value: number): number => Math.min(value, UINT32_COUNT);

/** The number of a text of digits. @throws HistoryError naming the parameter, from 2^64 on */
export function uint64Of(parameter: string, digits: string): bigint {
  const value = BigInt(digits);
  if (value >= UINT64_COUNT) throw badRequest(`${parameter}: must be less than 2^64`);
  return value;
}
