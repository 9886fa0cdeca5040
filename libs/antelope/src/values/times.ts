import { quoted, ValueError } from '../value-error';

/**
 * Date and time of day, minutes and seconds optional. Nodes ignore the text after six decimals; here it must be
 * empty or a mark for UTC.
 */
const CHAIN_TIME =
  /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,5})(?::(\d{1,5})(?::(\d{1,5})(?:\.(?:(\d{1,5})|(\d{6})\d*(?:Z|[+-]00:?00)?))?)?)?$/;
/** The first year that nodes know. */
const FIRST_YEAR = 1400;
const BLOCK_EPOCH_MS = 946_684_800_000;
const BLOCK_INTERVAL_MS = 500;
const LAST_SECOND = 0xffffffff;
/** 0000-01-01 and the end of 9999: the range of four-digit years. */
const FIRST_MS = -62_167_219_200_000;
const LAST_MS = 253_402_300_799_999;

/**
 * Microseconds since 1970 of a time as nodes read it: `YYYY-MM-DDTHH:MM:SS` with decimals, of which six count. It is in
 * UTC, and a `Z` is refused, as nodes do, unless six decimals or more stand before it; so is `+00:00`, which
 * clients in Python send behind six. Hours, minutes and seconds carry over: `24:00:00` is the day after. Throws
 * ValueError, for days that do not exist, too. Source: boost::date_time::parse_delimited_time, fc::time_point_sec.
 */
export function parseTimePoint(text: string): bigint {
  const found = CHAIN_TIME.exec(text);
  const day = found === null ? undefined : startOfDay(Number(found[1]), Number(found[2]), Number(found[3]));
  if (found === null || day === undefined)
    throw new ValueError(`${quoted(text)} is not a time like "2030-01-31T12:00:00"`);
  const [hours = '0', minutes = '0', seconds = '0', fraction = found[8] ?? ''] = found.slice(4, 8);
  const sinceMidnight = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return BigInt(day + sinceMidnight * 1000) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** Milliseconds since 1970; undefined for a day that does not exist. */
function startOfDay(year: number, month: number, day: number): number | undefined {
  const milliseconds = Date.UTC(year, month - 1, day);
  const made = new Date(milliseconds);
  const exists =
    made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
  return exists && year >= FIRST_YEAR ? milliseconds : undefined;
}

/** A time in microseconds since 1970 as nodes print it: UTC, milliseconds (cut, not rounded), no `Z`. */
export function formatTimePoint(microseconds: bigint): string {
  return isoMilliseconds(Number(BigInt.asIntN(64, microseconds) / 1000n));
}

/** Whole seconds since 1970 of a time as nodes read it. Throws ValueError when a fraction is left. */
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
