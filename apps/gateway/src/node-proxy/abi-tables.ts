import type { Abi } from '@app/antelope';

export interface TableField {
  readonly name: string;
  readonly type: string;
}

/** A table of a contract, as its ABI declares it. */
export interface AbiTable {
  readonly table: string;
  readonly row_type: string;
  readonly fields: readonly TableField[];
}

/** More bases than this are a circle. */
const MAX_BASES = 32;

/** The tables of a contract with the fields of their rows, those of base structs first. */
export function abiTables(abi: Abi): AbiTable[] {
  return abi.tables.map(({ name, type }) => ({
    table: String(name),
    row_type: type,
    fields: fieldsOf(abi, type),
  }));
}

function fieldsOf(abi: Abi, type: string): TableField[] {
  const structs = [];
  for (let name = aliased(abi, type); name !== '' && structs.length < MAX_BASES;) {
    const struct = abi.structs.find((one) => one.name === name);
    if (struct === undefined) break;
    structs.unshift(struct);
    name = aliased(abi, struct.base);
  }
  return structs.flatMap(({ fields }) => fields.map(({ name, type: of }) => ({ name, type: of })));
}

function aliased({ types }: Abi, name: string): string {
  return types.find(({ new_type_name }) => new_type_name === name)?.type ?? name;
}
