import { quoted, ValueError } from '../value-error';

const CHAIN_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?Z?$/;
const BLOCK_EPOCH_MS = 946_684_800_000;
const BLOCK_INTERVAL_MS = 500;
const LAST_SECOND = 0xffffffff;
/** 0000-01-01 and the end of 9999: what the four-digit years of the spelling can say. */
const FIRST_MS = -62_167_219_200_000;
const LAST_MS = 253_402_300_799_999;

/**
 * Microseconds since 1970 of a time as the chain writes it: `YYYY-MM-DDTHH:MM:SS`, up to six decimals, in UTC
 * with or without `Z`. Throws ValueError, for days that do not exist, too.
 */
export function parseTimePoint(text: string): bigint {
  const [, seconds, fraction = ''] = CHAIN_TIME.exec(text) ?? [];
  const milliseconds = seconds === undefined ? NaN : Date.parse(`${seconds}Z`);
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, -5) !== seconds) {
    throw new ValueError(`${quoted(text)} is not a time like "2030-01-31T12:00:00"`);
  }
  return BigInt(milliseconds) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** A time in microseconds since 1970 as nodes print it: UTC, milliseconds (cut, not rounded), no `Z`. */
export function formatTimePoint(microseconds: bigint): string {
  return isoMilliseconds(Number(BigInt.asIntN(64, microseconds) / 1000n));
}

/** Whole seconds since 1970 of a time as the chain writes it. Throws ValueError when a fraction is left. */
export function parseTimePointSec(text: string): number {
  const seconds = wholeUnits(parseTimePoint(text), 1_000_000n, 'a whole second', text);
  if (seconds < 0 || seconds > LAST_SECOND) throw new ValueError(`${quoted(text)} is out of range`);
  return seconds;
}

/** Whole seconds since 1970 as nodes print them: `YYYY-MM-DDTHH:MM:SS`, UTC, no `Z`. */
export function formatTimePointSec(seconds: number): string {
  return isoMilliseconds(seconds * 1000).slice(0, -4);
}

/** The half-second slot since 2000 of a block's time. Throws ValueError when it is between two slots. */
export function parseBlockTimestamp(text: string): number {
  const sinceEpoch = parseTimePoint(text) - BigInt(BLOCK_EPOCH_MS) * 1000n;
  const slot = wholeUnits(sinceEpoch, BigInt(BLOCK_INTERVAL_MS) * 1000n, 'a half second', text);
  if (slot < 0 || slot > LAST_SECOND) throw new ValueError(`${quoted(text)} is out of range`);
  return slot;
}

/** The time of a half-second slot since 2000, as nodes print it. Source: eosio::chain::block_timestamp. */
export function formatBlockTimestamp(slot: number): string {
  return isoMilliseconds(BLOCK_EPOCH_MS + slot * BLOCK_INTERVAL_MS);
}

function wholeUnits(microseconds: bigint, unit: bigint, unitName: string, text: string): number {
  if (microseconds % unit !== 0n) throw new ValueError(`${quoted(text)} is not ${unitName}`);
  return Number(microseconds / unit);
}

function isoMilliseconds(milliseconds: number): string {
  if (milliseconds < FIRST_MS || milliseconds > LAST_MS) throw new ValueError('the time is out of range');
  return new Date(milliseconds).toISOString().slice(0, -1);
}
