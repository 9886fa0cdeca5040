import { isObject } from '../../answers/data-transforms';
import { scalarText } from '../../answers/exact-number';
import type { RowBudget } from '../../decoding/row-budget';
import { decimalOrder } from '../../parameters/decimal-order';
import { badRequest } from '../../parameters/history-error';

type Document = Readonly<Record<string, unknown>>;
type Check = (found: unknown) => boolean;

const MAX_FILTERS = 16;
const MAX_LISTED = 64;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/;

/** A time as milliseconds: UTC with and without its letter. */
const comparable = (value: unknown): string => {
  const text = scalarText(value) ?? '';
  return TIME.test(text) ? String(Date.parse(text.endsWith('Z') ? text : `${text}Z`)) : text;
};

/** Below zero, zero or above zero: numbers by their value, also those that are texts of digits; others as texts. */
export function compareValues(one: unknown, other: unknown): number {
  const [left, right] = [comparable(one), comparable(other)];
  return decimalOrder(left, right) ?? (left < right ? -1 : left > right ? 1 : 0);
}

/** Whether a value is the wanted one. Lists are so by one of their entries. */
const equals = (found: unknown, wanted: unknown): boolean =>
  Array.isArray(found)
    ? found.some((entry) => equals(entry, wanted))
    : scalarText(found) !== undefined &&
      scalarText(wanted) !== undefined &&
      compareValues(found, wanted) === 0;

const ordered =
  (wanted: unknown, holds: (order: number) => boolean): Check =>
  (found) =>
    scalarText(found) !== undefined && holds(compareValues(found, wanted));

const listOf = (operator: string, wanted: unknown): readonly unknown[] => {
  if (!Array.isArray(wanted) || wanted.length > MAX_LISTED)
    throw badRequest(`filters: ${operator} takes a list of at most ${MAX_LISTED} values`);
  return wanted as readonly unknown[];
};

/** Operators of a MongoDB query that compare one member. */
const OPERATORS: Readonly<Record<string, (wanted: unknown) => Check>> = {
  $eq: (wanted) => (found) => equals(found, wanted),
  $ne: (wanted) => (found) => !equals(found, wanted),
  $gt: (wanted) => ordered(wanted, (order) => order > 0),
  $gte: (wanted) => ordered(wanted, (order) => order >= 0),
  $lt: (wanted) => ordered(wanted, (order) => order < 0),
  $lte: (wanted) => ordered(wanted, (order) => order <= 0),
  $in: (wanted) => {
    const values = listOf('$in', wanted);
    return (found) => values.some((value) => equals(found, value));
  },
  $nin: (wanted) => {
    const values = listOf('$nin', wanted);
    return (found) => !values.some((value) => equals(found, value));
  },
  $exists: (wanted) => (found) => (found !== undefined) === (wanted === true),
};

/**
 * The conditions of `filters`: a JSON object of members and values, or of members and operators. All hold.
 * @throws HistoryError naming what is wrong
 */
export function rowFiltersOf(text: string): (row: Document, budget: RowBudget) => boolean {
  const checks = Object.entries(objectOf(text)).map(
    ([member, wanted]) => [member, comparedWith(wanted), checksOf(member, wanted)] as const,
  );
  if (checks.length > MAX_FILTERS) throw badRequest(`filters: at most ${MAX_FILTERS} members`);
  return (row, budget) =>
    checks.every(([member, values, all]) => {
      const found = valueAt(row, member);
      if (Array.isArray(found)) budget.claim(entriesOf(found) * values);
      return all.every((check) => check(found));
    });
}

/** Values of a filter with which each entry of a list is compared. */
const comparedWith = (wanted: unknown): number =>
  isObject(wanted)
    ? Object.values(wanted).reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 1), 0)
    : 1;

/** Entries of a list and of its lists. */
const entriesOf = (list: readonly unknown[]): number =>
  list.reduce<number>((sum, entry) => sum + 1 + (Array.isArray(entry) ? entriesOf(entry) : 0), 0);

function objectOf(text: string): Document {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw badRequest(`filters: ${(error as Error).message}`);
  }
  throw badRequest('filters: must be a JSON object');
}

function checksOf(member: string, wanted: unknown): readonly Check[] {
  if (member.startsWith('$')) throw badRequest(`filters: ${member} is not served; members are named`);
  if (!isObject(wanted)) return [(found) => equals(found, wanted)];
  return Object.entries(wanted).map(([operator, value]) => {
    const check = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (check === undefined)
      throw badRequest(`filters: ${operator} is not served; there are ${Object.keys(OPERATORS).join(', ')}`);
    return check(value);
  });
}

/** A member, or a member of members: `a.b`. */
export function valueAt(row: Document, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, member) => (isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined),
      row,
    );
}
