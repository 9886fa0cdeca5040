import { withoutTrailingZeros } from '@app/antelope';

/** A value that JSON.stringify prints as it stands; see JSON.rawJSON. */
export interface RawJson {
  readonly rawJSON: string;
}

/** A JSON number: exact, however many digits it has. */
export type JsonNumber = number | RawJson;

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => RawJson };

/**
 * The JSON number with exactly the digits of a decimal text, without zeros at its end: "1.5000" is 1.5, and digits that
 * a double would lose are printed too. Amounts of /v2 are numbers by its clients' expectation.
 * @param text an optional minus, digits, optional decimals
 */
export function numberOfDecimal(text: string): JsonNumber {
  const short = withoutTrailingZeros(text);
  const value = Number(short);
  return String(value) === short ? value : rawJSON(short);
}

/** The text of a scalar as JSON prints it, without the quotes of a text. Undefined for lists, objects and null. */
export function scalarText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return String(value);
  return 'rawJSON' in value && typeof value.rawJSON === 'string' ? value.rawJSON : undefined;
}

/** The JSON number of an integer: a plain number while it is exact, else all digits. */
export function numberOfInteger(value: bigint): JsonNumber {
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : rawJSON(String(value));
}
