import { isObject } from '../answers/data-transforms';
import { scalarText } from '../answers/exact-number';
import { decimalOrder } from '../parameters/decimal-order';

/** One condition of a stream request on the document of an action or a row. */
export interface StreamFilter {
  readonly field: string;
  readonly value: string;
  readonly operator: Operator;
}

type Compare = (found: string, wanted: string) => boolean;

const byOrder =
  (holds: (order: number) => boolean): Compare =>
  (found, wanted) => {
    return holds(decimalOrder(found, wanted) ?? found.localeCompare(wanted));
  };

const OPERATORS = {
  eq: (found, wanted) => found === wanted,
  ne: (found, wanted) => found !== wanted,
  gt: byOrder((order) => order > 0),
  gte: byOrder((order) => order >= 0),
  lt: byOrder((order) => order < 0),
  lte: byOrder((order) => order <= 0),
  contains: (found, wanted) => found.includes(wanted),
  starts_with: (found, wanted) => found.startsWith(wanted),
  ends_with: (found, wanted) => found.endsWith(wanted),
} satisfies Record<string, Compare>;

export type Operator = keyof typeof OPERATORS;

export const isOperator = (text: string): text is Operator => Object.hasOwn(OPERATORS, text);

/** Whether all conditions hold, or one of them. Without conditions every document matches. */
export function matchesFilters(
  document: object,
  filters: readonly StreamFilter[],
  combination: 'and' | 'or',
): boolean {
  const holds = (filter: StreamFilter): boolean => matches(document, filter);
  return filters.length === 0 || (combination === 'and' ? filters.every(holds) : filters.some(holds));
}

function matches(document: object, { field, value, operator }: StreamFilter): boolean {
  const found = memberAt(document, pathOf(field));
  return found !== undefined && OPERATORS[operator](found, value);
}

/** `act.data.to` as it stands; `@transfer.to` and `data.to` are members of the data. */
function pathOf(field: string): readonly string[] {
  const path = field.split('.');
  return path[0]?.startsWith('@') === true ? ['data', ...path.slice(1)] : path;
}

/** The text of a member; that of an action's data stands in `act`. */
function memberAt(document: object, path: readonly string[]): string | undefined {
  const [first = ''] = path;
  const start = first === 'data' && 'act' in document ? document.act : document;
  const found = path.reduce<unknown>(
    (value, member) => (isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined),
    start,
  );
  return scalarText(found);
}
