/** The parts of an ABI that are shown. All names in it are chosen by the account that deployed the contract. */
export interface Abi {
  readonly structs?: readonly AbiStruct[];
  readonly tables?: readonly AbiTable[];
  readonly actions?: readonly { readonly name: string; readonly type: string }[];
}

export interface AbiField {
  readonly name: string;
  readonly type: string;
}

interface AbiStruct {
  readonly name: string;
  readonly base: string;
  readonly fields: readonly AbiField[];
}

export interface AbiTable {
  readonly name: string;
  readonly type: string;
  readonly index_type: string;
}

/** Fields of a struct, those of its bases first; none for an unknown one. A base that is reached twice ends the list. */
export function fieldsOf({ structs = [] }: Abi, type: string): readonly AbiField[] {
  const lists: (readonly AbiField[])[] = [];
  const seen = new Set<string>();
  let name = type;
  while (name !== '' && !seen.has(name)) {
    seen.add(name);
    const struct = structs.find((each) => each.name === name);
    lists.unshift(struct?.fields ?? []);
    name = struct?.base ?? '';
  }
  return lists.flat();
}

const MAX_CELL = 200;

/** A member of a row in one line. */
export function cellText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}
