/**
 * A condition on the values that a document has under one member. Hyperion's syntax: commas separate alternatives, `!`
 * excludes, blanks join values that are all there. Parameters that are given again hold besides.
 */
export interface MemberExpression {
  readonly member: string;
  /** One of these lists is among the values as a whole. Empty: no condition. */
  readonly anyOf: readonly (readonly string[])[];
  /** None of these is among the values. */
  readonly noneOf: readonly string[];
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** @param hasBlanks whether values may contain blanks: blanks do not separate them then */
export function expressionOf(member: string, text: string, hasBlanks: boolean): MemberExpression {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [excluded, wanted] = [true, false].map((isExcluded) =>
    parts.filter((part) => part.startsWith('!') === isExcluded),
  );
  return {
    member,
    anyOf: (wanted ?? []).map((part) => (hasBlanks ? [part] : part.split(/\s+/))),
    noneOf: (excluded ?? []).map((part) => part.slice(1).trim()),
  };
}

/** Every value that an expression names. */
export const valuesOfExpression = ({ anyOf, noneOf }: MemberExpression): string[] => [
  ...anyOf.flat(),
  ...noneOf,
];

/** One value without `!`: such a condition may have an index. */
export const isSingleValue = ({ anyOf, noneOf }: MemberExpression): boolean =>
  noneOf.length === 0 && anyOf.length === 1 && anyOf[0]?.length === 1;

/** Whether the values of a document meet an expression. Numbers are equal whatever zeros their decimals end with. */
export function holds({ anyOf, noneOf }: MemberExpression, values: readonly string[]): boolean {
  const found = new Set(values.map(canonical));
  const has = (value: string): boolean => found.has(canonical(value));
  return (anyOf.length === 0 || anyOf.some((all) => all.every(has))) && !noneOf.some(has);
}

const canonical = (text: string): string =>
  DECIMAL.test(text) && text.includes('.') ? text.replace(/\.?0+$/, '') : text;
