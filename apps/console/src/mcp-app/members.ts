/** A JSON object from outside: its members may be absent or of any type. */
export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, or no members where it is no object. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** The value, or no elements where it is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as a text: strings as they are, all else as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not stated');
