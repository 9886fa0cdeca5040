import { isExactNumber } from '@app/tooling/exact-number';
import { isObject } from '../../answers/data-transforms';
import { scalarText } from '../../answers/exact-number';
import type { RowBudget } from '../../decoding/row-budget';
import { badRequest } from '../../parameters/history-error';
import { compareValues, equals } from './compared-values';

type Document = Readonly<Record<string, unknown>>;
type Check = (found: unknown) => boolean;
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

const MAX_FILTERS = 16;
const MAX_LISTED = 64;

const ordered =
  (wanted: unknown, holds: (order: number) => boolean): Check =>
  (found) =>
    scalarText(found) !== undefined && holds(compareValues(found, wanted));

/** Nothing is equal to a list, an object or null: they are no wanted values. */
const scalarOf = (name: string, wanted: unknown): unknown => {
  if (typeof wanted === 'object') throw badRequest(`filters: ${name} takes a text, a number, true or false`);
  return wanted;
};

const listOf = (name: string, wanted: unknown): readonly unknown[] => {
  if (!Array.isArray(wanted) || wanted.length > MAX_LISTED)
    throw badRequest(`filters: ${name} takes a list of at most ${MAX_LISTED} values`);
  return wanted.map((value) => scalarOf(name, value));
};

const isEqual = (wanted: unknown): Check => {
  const value = scalarOf('$eq', wanted);
  return (found) => equals(found, value);
};

const isListed = (name: string, wanted: unknown): Check => {
  const values = listOf(name, wanted);
  return (found) => values.some((value) => equals(found, value));
};

const not =
  (check: Check): Check =>
  (found) =>
    !check(found);

const existence = (wanted: unknown): Check => {
  if (typeof wanted !== 'boolean') throw badRequest('filters: $exists takes true or false');
  return (found) => (found !== undefined) === wanted;
};

/** Operators of a MongoDB query that compare one member. */
const OPERATORS: Readonly<Record<string, (wanted: unknown) => Check>> = {
  $eq: isEqual,
  $ne: (wanted) => not(isEqual(scalarOf('$ne', wanted))),
  $gt: (wanted) => ordered(scalarOf('$gt', wanted), (order) => order > 0),
  $gte: (wanted) => ordered(scalarOf('$gte', wanted), (order) => order >= 0),
  $lt: (wanted) => ordered(scalarOf('$lt', wanted), (order) => order < 0),
  $lte: (wanted) => ordered(scalarOf('$lte', wanted), (order) => order <= 0),
  $in: (wanted) => isListed('$in', wanted),
  $nin: (wanted) => not(isListed('$nin', wanted)),
  $exists: existence,
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
  const value = parsed(text);
  if (isObject(value)) return value;
  throw badRequest('filters: must be a JSON object');
}

function parsed(text: string): unknown {
  try {
    return (JSON.parse as ParseWithSource)(text, exactValue);
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest(`filters: ${error.message}`) : error;
  }
}

/** The value as JSON.parse reads it. @throws HistoryError for a number whose text would be another one */
function exactValue(_member: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value === 'number' && (!isExactNumber(source) || String(value).includes('e')))
    throw badRequest(`filters: ${source.slice(0, 40)}: write this number as a text of its digits`);
  return value;
}

function checksOf(member: string, wanted: unknown): readonly Check[] {
  if (member.startsWith('$')) throw badRequest(`filters: ${member} is not served; members are named`);
  if (!isObject(wanted)) return [isEqual(scalarOf(member, wanted))];
  if (Object.keys(wanted).length === 0) throw badRequest(`filters: ${member} has no operator`);
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
