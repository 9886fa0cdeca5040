import type { Abi } from './definition';
import { firstOf, typesOf } from './type-index';

interface Declared {
  readonly actions: ReadonlyMap<string, string>;
  readonly results: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, string>;
}

/** Printing the names of an ABI costs more than reading the data of one action, so it is done once. */
const declared = new WeakMap<Abi, Declared>();

/** The type of an action's data; undefined where the ABI has no such action. */
export const actionType = (abi: Abi, action: string): string | undefined =>
  declaredBy(abi).actions.get(action);

/** The type of the value that an action returns; undefined where the ABI gives it none. */
export const resultType = (abi: Abi, action: string): string | undefined =>
  declaredBy(abi).results.get(action);

/** The type of a table's rows; undefined where the ABI has no such table. */
export const rowType = (abi: Abi, table: string): string | undefined => declaredBy(abi).rows.get(table);

/** Maximum of structs that a struct is derived from; more are a circle, or malicious. */
const MAX_BASES = 32;

/** A field as its ABI declares it. */
export interface DeclaredField {
  readonly name: string;
  readonly type: string;
}

/** The fields of a struct or of an alias of one, those of its bases first; none for other types. */
export function fieldsOfType(abi: Abi, type: string): DeclaredField[] {
  const { aliases, structs } = typesOf(abi);
  const levels: (readonly DeclaredField[])[] = [];
  for (let name = type; name !== '' && levels.length <= MAX_BASES;) {
    const struct = structs.get(aliases.get(name) ?? name);
    if (struct === undefined) break;
    levels.unshift(struct.fields);
    name = struct.base;
  }
  return levels.flat().map((field) => ({ name: field.name, type: field.type }));
}

function declaredBy(abi: Abi): Declared {
  const known = declared.get(abi) ?? {
    actions: firstOf(abi.actions.map(({ name, type }) => [String(name), type])),
    results: firstOf(abi.action_results.map(({ name, result_type }) => [String(name), result_type])),
    rows: firstOf(abi.tables.map(({ name, type }) => [String(name), type])),
  };
  declared.set(abi, known);
  return known;
}
