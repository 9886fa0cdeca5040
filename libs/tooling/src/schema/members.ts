/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object: no list, not null. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
