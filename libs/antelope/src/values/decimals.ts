import { quoted, ValueError } from '../value-error';

/**
 * How a decimal is written in requests: digits, and a point only between digits. No sign, no exponent, no
 * blanks, no leading zeros: one way to say it, so that a slip of the hand is refused rather than read somehow.
 * Trailing zeros are fine up to the precision.
 */
export const DECIMAL_PATTERN = '^(0|[1-9][0-9]*)(\\.[0-9]+)?$';

/** As DECIMAL_PATTERN, without zero. Matches in linear time. */
export const POSITIVE_DECIMAL_PATTERN = '^(0\\.0*[1-9][0-9]*|[1-9][0-9]*(\\.[0-9]+)?)$';

const DECIMAL = new RegExp(DECIMAL_PATTERN);
const NEGATIVE_DECIMAL = /^-[0-9]/;
const SHORTEST_FORM = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
/** Longer than any amount or price can be, short enough that reading it costs nothing. */
const LONGEST_TEXT = 400;

/** Unit of a decimal: its decimals, its name in messages, and its largest value in units. */
export interface DecimalKind {
  readonly precision: number;
  readonly label: string;
  /** Follows the value in messages; a price has none. */
  readonly unit?: string;
  readonly maxUnits: bigint;
}

/** The decimal text of a finite number: the shortest that reads back as the same number, no exponent. */
export function shortestDecimal(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = SHORTEST_FORM.exec(String(value)) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Units as a decimal string with exactly `precision` decimals; negative units get a leading minus. */
export function formatUnits(units: bigint, precision: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(precision + 1, '0');
  if (precision === 0) return sign + digits;
  const point = digits.length - precision;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * The units of a positive decimal, exactly, or a ValueError: a JSON number is read through its shortest decimal
 * form; nothing is rounded. Source: docs/reference/rules.md, values.
 */
export function parsePositiveDecimal(input: string | number, kind: DecimalKind): bigint {
  if (typeof input === 'string') return positiveUnits(input, kind);
  if (typeof input !== 'number') throw new ValueError('must be a decimal string or a number');
  if (!Number.isFinite(input)) throw new ValueError(`${String(input)} is not a finite number`);
  const inexact = new ValueError(`${String(input)} cannot be exact as a JSON number: send it as a string`);
  if (Math.abs(input) > Number.MAX_SAFE_INTEGER) throw inexact;
  const units = positiveUnits(shortestDecimal(input), kind);
  if (!isOnlyReading(input, units, kind.precision)) throw inexact;
  return units;
}

/** False when the client may have written another decimal, which reached us as the same number. */
function isOnlyReading(value: number, units: bigint, precision: number): boolean {
  return (
    Number(formatUnits(units - 1n, precision)) !== value &&
    Number(formatUnits(units + 1n, precision)) !== value
  );
}

function positiveUnits(text: string, { precision, label, unit, maxUnits }: DecimalKind): bigint {
  if (NEGATIVE_DECIMAL.test(text)) throw new ValueError(`${quoted(text)} is negative`);
  if (text.length > LONGEST_TEXT || !DECIMAL.test(text)) {
    throw new ValueError(`${quoted(text)} is not a decimal number like "12.5"`);
  }
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > precision) {
    const count = `${String(fraction.length)} decimal${fraction.length === 1 ? '' : 's'}`;
    throw new ValueError(`${quoted(text)} has ${count}; ${label} has ${String(precision)}`);
  }
  const units = BigInt(whole + fraction.padEnd(precision, '0'));
  if (units === 0n) throw new ValueError('must be greater than zero');
  if (units > maxUnits) {
    const maximum = formatUnits(maxUnits, precision) + (unit === undefined ? '' : ` ${unit}`);
    throw new ValueError(`${quoted(text)} is above the maximum of ${maximum}`);
  }
  return units;
}
