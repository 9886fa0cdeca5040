/** Before every entry of a stream. */
export const START = '0-0';

/** An entry of a stream with one field. */
export interface StreamEntry {
  readonly id: string;
  /** Value of the field; empty where the entry has another form. */
  readonly text: string;
}

const ID = /^\d{1,20}-\d{1,20}$/;

/**
 * The entries in an answer of Redis: `[[id, [field, value]]]`.
 * @throws Error when it is no list of entries: the server is not to be relied on
 */
export function streamEntries(answer: unknown, field: string): StreamEntry[] {
  if (!Array.isArray(answer)) throw new Error('the answer is no list of entries');
  return (answer as readonly unknown[]).map((entry) => {
    const [id, fields] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    if (typeof id !== 'string' || !ID.test(id)) throw new Error('an entry has no id');
    const [name, value] = Array.isArray(fields) ? (fields as readonly unknown[]) : [];
    return { id, text: name === field && typeof value === 'string' ? value : '' };
  });
}

/** The earlier of two ids of entries. */
export function earlierOf(one: string, other: string): string {
  const [[ms, count], [otherMs, otherCount]] = [numbersOf(one), numbersOf(other)];
  return ms < otherMs || (ms === otherMs && count < otherCount) ? one : other;
}

const numbersOf = (id: string): readonly [bigint, bigint] => {
  const [ms = '', count = ''] = id.split('-');
  return [BigInt(ms), BigInt(count)];
};
