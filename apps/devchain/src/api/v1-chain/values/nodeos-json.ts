import { decodeType } from '@app/antelope';
import { BUILT_IN_TYPES } from './built-in-types';

// JSON formats of values as nodeos writes them.

const LARGEST_NUMBER = 0xffff_ffffn;

/** An integer: a JSON number up to 32 bits, a decimal string beyond. */
export function formatInteger(value: bigint | number): number | string {
  const exact = BigInt(value);
  return exact > LARGEST_NUMBER || exact < -LARGEST_NUMBER ? exact.toString() : Number(exact);
}

/** A double: a string with 17 decimals. */
export function formatDouble(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return String(decodeType(BUILT_IN_TYPES, 'float64', bytes));
}

/** A time point from milliseconds since the epoch: YYYY-MM-DDTHH:MM:SS.mmm, without the Z. */
export function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, -1);
}

/** A time point in seconds: YYYY-MM-DDTHH:MM:SS. */
export function formatSeconds(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19);
}
