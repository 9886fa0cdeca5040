/** Whatever JSON can say: what nodes answer and what action data is written in. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** Whether a JSON value is an object: no list, not null. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a text; undefined for one that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
