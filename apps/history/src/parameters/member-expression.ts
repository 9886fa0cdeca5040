import { withoutTrailingZeros } from '@app/antelope';
import { badRequest } from './history-error';

/**
 * A condition on the values that a document has under one member. Hyperion's syntax: commas separate alternatives, `!`
 * excludes, blanks join values that are all there. Parameters that are given again hold besides. Its texts are compared
 * with each row that is looked at, so they are in their canonical form, few and short.
 */
export interface MemberExpression {
  readonly member: string;
  /** One of these lists is among the values as a whole. Empty: no condition. */
  readonly anyOf: readonly (readonly string[])[];
  /** None of these is among the values. */
  readonly noneOf: readonly string[];
}

const DECIMAL = /^-?\d+\.\d+$/;
/** Values of one expression. */
export const MAX_VALUES = 16;
const MAX_CHARACTERS = 256;

/**
 * @param hasBlanks whether values may contain blanks: blanks do not separate them then
 * @throws HistoryError for more than 16 values, and for one of more than 256 characters
 */
export function expressionOf(member: string, text: string, hasBlanks: boolean): MemberExpression {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [excluded, wanted] = [true, false].map((isExcluded) =>
    parts.filter((part) => part.startsWith('!') === isExcluded),
  );
  const expression = {
    member,
    anyOf: (wanted ?? []).map((part) => (hasBlanks ? [part] : part.split(/\s+/)).map(canonical)),
    noneOf: (excluded ?? []).map((part) => canonical(part.slice(1).trim())),
  };
  const values = valuesOfExpression(expression);
  if (values.length > MAX_VALUES) throw badRequest(`${member}: at most ${MAX_VALUES} values of one member`);
  if (values.some(({ length }) => length > MAX_CHARACTERS))
    throw badRequest(`${member}: a value has at most ${MAX_CHARACTERS} characters`);
  return expression;
}

/** Every value that an expression names. */
export const valuesOfExpression = ({
  anyOf,
  noneOf,
}: Pick<MemberExpression, 'anyOf' | 'noneOf'>): string[] => [...anyOf.flat(), ...noneOf];

/** One value without `!`: such a condition may have an index. */
export const isSingleValue = ({ anyOf, noneOf }: MemberExpression): boolean =>
  noneOf.length === 0 && anyOf.length === 1 && anyOf[0]?.length === 1;

/** Whether the values of a document meet an expression. Numbers are equal whatever zeros their decimals end with. */
export function holds({ anyOf, noneOf }: MemberExpression, values: readonly string[]): boolean {
  const found = new Set(values.map(canonical));
  const has = (value: string): boolean => found.has(value);
  return (anyOf.length === 0 || anyOf.some((all) => all.every(has))) && !noneOf.some(has);
}

const canonical = (text: string): string => (DECIMAL.test(text) ? withoutTrailingZeros(text) : text);
