import { isObject, quantityOf } from '../answers/data-transforms';
import { scalarText } from '../answers/exact-number';
import { decimalOrder } from '../parameters/decimal-order';

/** One condition of a stream request on the document of an action or a row. */
export interface StreamFilter {
  /** Path of a member. In a list, one of the entries must meet the condition; `receipts[0]` is the first. */
  readonly field: string;
  readonly value: string;
  readonly operator: Operator;
  /** Symbol code: the member must be an asset of it, whose amount is compared with `value`, a number. */
  readonly asset?: string | undefined;
}

type Compare = (found: string, wanted: string) => boolean;

const ORDERS = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
} satisfies Record<string, (order: number) => boolean>;

const byOrder =
  (holds: (order: number) => boolean): Compare =>
  (found, wanted) => {
    return holds(decimalOrder(found, wanted) ?? found.localeCompare(wanted));
  };

const OPERATORS = {
  eq: (found, wanted) => found === wanted,
  ne: (found, wanted) => found !== wanted,
  gt: byOrder(ORDERS.gt),
  gte: byOrder(ORDERS.gte),
  lt: byOrder(ORDERS.lt),
  lte: byOrder(ORDERS.lte),
  contains: (found, wanted) => found.includes(wanted),
  starts_with: (found, wanted) => found.startsWith(wanted),
  ends_with: (found, wanted) => found.endsWith(wanted),
} satisfies Record<string, Compare>;

export type Operator = keyof typeof OPERATORS;

export const isOperator = (text: string): text is Operator => Object.hasOwn(OPERATORS, text);
/** Whether an operator compares numbers, as `asset` needs it. */
export const isOrder = (text: string): text is keyof typeof ORDERS => Object.hasOwn(ORDERS, text);

/** Whether all conditions hold, or one of them. Without conditions every document matches. */
export function matchesFilters(
  document: object,
  filters: readonly StreamFilter[],
  combination: 'and' | 'or',
): boolean {
  const holds = (filter: StreamFilter): boolean => matches(document, filter);
  return filters.length === 0 || (combination === 'and' ? filters.every(holds) : filters.some(holds));
}

const matches = (document: object, filter: StreamFilter): boolean =>
  valuesOf(document, filter.field).some((found) =>
    filter.asset === undefined ? meets(found, filter) : meetsAmount(found, filter, filter.asset),
  );

/** A bool is compared as a word, or with 0 and 1 as a number. */
function meets(found: unknown, { operator, value }: StreamFilter): boolean {
  const text = typeof found === 'boolean' && /^[01]$/.test(value) ? String(Number(found)) : scalarText(found);
  return text !== undefined && OPERATORS[operator](text, value);
}

function meetsAmount(found: unknown, { operator, value }: StreamFilter, asset: string): boolean {
  if (typeof found !== 'string' || !isOrder(operator)) return false;
  const quantity = quantityOf(found);
  if (quantity?.symbol !== asset) return false;
  const order = decimalOrder(scalarText(quantity.amount) ?? '', value);
  return order !== undefined && ORDERS[operator](order);
}

/**
 * The values of a field. `act.data.to` as it stands; `@transfer.to` of actions or rows of this name, and `data.to`:
 * members of the data; `notified`: the receivers.
 */
function valuesOf(document: object, field: string): unknown[] {
  const [first = '', ...rest] = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const act = 'act' in document && isObject(document.act) ? document.act : undefined;
  if (act !== undefined && first === 'notified') return valuesAt(document, ['receipts', 'receiver', ...rest]);
  if (first.startsWith('@') && !Object.hasOwn(document, first)) {
    const name = act?.['name'] ?? ('table' in document ? document.table : undefined);
    return name === first.slice(1) ? valuesAt(act ?? document, ['data', ...rest]) : [];
  }
  return valuesAt(first === 'data' ? (act ?? document) : document, [first, ...rest]);
}

/** The values at the end of a path; in a list, those of the entry with this index or of all entries. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [member, ...rest] = path;
  if (Array.isArray(value)) {
    const isIndex = member !== undefined && /^\d+$/.test(member);
    return isIndex ? valuesAt(value[Number(member)], rest) : value.flatMap((entry) => valuesAt(entry, path));
  }
  if (member === undefined) return [value];
  return isObject(value) && Object.hasOwn(value, member) ? valuesAt(value[member], rest) : [];
}
