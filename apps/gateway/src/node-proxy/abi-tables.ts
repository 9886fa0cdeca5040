import { type Abi, type DeclaredField, fieldsOfType, ValueError } from '@app/antelope';

/** A table of a contract, as its ABI declares it. */
export interface AbiTable {
  readonly table: string;
  readonly row_type: string;
  readonly fields: readonly DeclaredField[];
}

/** Fields of all tables of a contract; any account may declare as many tables with the fields of one base. */
const MAX_FIELDS = 16_384;

/** The tables of a contract with the fields of their rows, those of base structs first. @throws ValueError for too many */
export function abiTables(abi: Abi): AbiTable[] {
  let left = MAX_FIELDS;
  return abi.tables.map(({ name, type }) => {
    const fields = fieldsOfType(abi, type);
    left -= fields.length;
    if (left < 0) throw new ValueError(`the tables of the ABI have more than ${MAX_FIELDS} fields`);
    return { table: String(name), row_type: type, fields };
  });
}
