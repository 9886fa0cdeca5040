import { badRequest } from './history-error';

/** A bound of a range, inclusive: a block number, or milliseconds since 1970. */
export type Bound = { readonly block: number } | { readonly timeMs: number };

/** The range between `after` and `before`, both inclusive. */
export interface BoundRange {
  readonly after?: Bound;
  readonly before?: Bound;
}

const BLOCK = /^\d{1,10}$/;
const DAY_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
const MAX_BLOCK = 0xffffffff;

/**
 * A block number, or a time in ISO 8601: a day, or a day and time with a T or a blank between; UTC without a zone.
 * @throws HistoryError naming the parameter
 */
export function boundOf(name: string, text: string | number): Bound {
  const given = String(text).trim();
  if (BLOCK.test(given)) return { block: Math.min(Number(given), MAX_BLOCK) };
  const [, day, time = '00:00', zone = 'Z'] = DAY_TIME.exec(given) ?? [];
  const timeMs = isDay(day) ? Date.parse(`${day}T${time}${zone.toUpperCase()}`) : NaN;
  if (Number.isNaN(timeMs))
    throw badRequest(
      `${name}: ${JSON.stringify(given.slice(0, 40))} is no block number and no time like 2030-01-31T12:00:00`,
    );
  return { timeMs };
}

/** Milliseconds since 1970 of a bound that may be no block number. @throws HistoryError naming the parameter */
export function timeOf(name: string, text: string): number {
  const bound = boundOf(name, text);
  if ('timeMs' in bound) return bound.timeMs;
  throw badRequest(`${name}: must be a time like 2030-01-31T12:00:00`);
}

/** Whether the calendar has the day: `Date.parse` takes February 30 for March 2. */
function isDay(day: string | undefined): day is string {
  const startMs = day === undefined ? NaN : Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(startMs) && new Date(startMs).toISOString().slice(0, 10) === day;
}

/** @throws HistoryError */
export function boundsOf({
  after,
  before,
}: {
  readonly after?: string | number;
  readonly before?: string | number;
}): BoundRange {
  return {
    ...(after === undefined || after === '' ? {} : { after: boundOf('after', after) }),
    ...(before === undefined || before === '' ? {} : { before: boundOf('before', before) }),
  };
}
