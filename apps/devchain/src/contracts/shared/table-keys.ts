import { nameToValue } from '@app/antelope';

// Keys of the usual tables, for their declarations.

/** The key of a name in a member of the row: `nameKey('owner')`. */
export function nameKey<M extends string>(member: M) {
  return (row: Readonly<Record<M, string>>): bigint => nameToValue(row[member]);
}

/** A secondary index over the names in a member of the row, called like the member. */
export function nameIndex<M extends string>(member: M) {
  return { name: member, kind: 'i64', key: nameKey(member) } as const;
}

/** The key of a row with an id. */
export function idKey({ id }: { readonly id: bigint }): bigint {
  return id;
}

/** The key of the only row of a table. */
export const ONLY_ROW = 0n;

/** The primary key of a table with one row. */
export function onlyRowKey(): bigint {
  return ONLY_ROW;
}
