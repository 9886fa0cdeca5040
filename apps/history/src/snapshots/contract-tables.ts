import type { StateStream } from '../derive/state-rows';
import {
  CONTRACT_FORMS,
  type ContractForm,
  type ContractTableRow,
  contractTableOf,
  contractTableRow,
} from './contract-forms';
import type { RowReader } from './row-reader';
import type { SectionRows } from './section-rows';
import { StatePart } from './state-part';

/** The section that has the tables of contracts, each with the rows of all its indexes, until Spring 1.0. */
export const COMMON_SECTION = 'contract_tables';
/** The section that has the tables alone, since Spring 1.0. */
export const TABLES_SECTION = 'eosio::chain::table_id_object';
const TABLES = 'contract_table';

/** The rows of one kind of the common section, or its tables. The others are passed. */
export async function* commonContractRows(
  rows: SectionRows,
  wanted: ContractForm | typeof TABLES,
): StateStream {
  const part = new StatePart(wanted === TABLES ? TABLES : wanted.table);
  while (rows.left > 0) {
    const table = rows.tryNext(contractTableOf) ?? (await rows.next(contractTableOf));
    if (wanted === TABLES) part.add(contractTableRow(table));
    for (const form of CONTRACT_FORMS) {
      const count = rows.tryNext(countOf) ?? (await rows.next(countOf));
      if (form === wanted) yield* formedRows({ rows, form, table, part }, count);
      else await skipRows(rows, form, count);
    }
    if (part.isFull) yield part.take();
  }
  rows.finish();
  if (!part.isEmpty) yield part.take();
}

/** The tables of the section that has them alone. */
export async function* splitContractTables(rows: SectionRows): StateStream {
  const part = new StatePart(TABLES);
  while (rows.left > 0) {
    part.add(contractTableRow(rows.tryNext(contractTableOf) ?? (await rows.next(contractTableOf))));
    if (part.isFull) yield part.take();
  }
  rows.finish();
  if (!part.isEmpty) yield part.take();
}

/**
 * The rows of a section of one kind, which names tables by their place among all of them.
 * @param tables the section of the tables, read beside it: on a large chain they do not fit into memory
 */
export async function* splitContractRows(
  rows: SectionRows,
  form: ContractForm,
  tables: SectionRows,
): StateStream {
  const part = new StatePart(form.table);
  let place = -1n;
  let table: ContractTableRow | undefined;
  while (rows.left > 0) {
    const next = await rows.next((reader) => reader.uint64());
    if (next <= place || next - place > BigInt(tables.left))
      throw rows.refused(
        `has rows of table ${String(next)} behind those of table ${String(place)}, and there are ${String(tables.section.rows)} tables`,
      );
    for (; place < next; place++)
      table = tables.tryNext(contractTableOf) ?? (await tables.next(contractTableOf));
    const count = await rows.next(countOf);
    if (table !== undefined) yield* formedRows({ rows, form, table, part }, count);
  }
  rows.finish();
  if (!part.isEmpty) yield part.take();
}

const countOf = (reader: RowReader): number => reader.varuint32();

async function skipRows(rows: SectionRows, { skip }: ContractForm, count: number): Promise<void> {
  for (let left = count; left > 0; left--) if (rows.tryNext(skip) === undefined) await rows.next(skip);
}

interface FormedRows {
  readonly rows: SectionRows;
  readonly form: ContractForm;
  readonly table: ContractTableRow;
  readonly part: StatePart;
}

async function* formedRows({ rows, form: { form }, table, part }: FormedRows, count: number): StateStream {
  for (let left = count; left > 0; left--) {
    part.add(
      rows.tryNext((reader) => form(reader, table)) ?? (await rows.next((reader) => form(reader, table))),
    );
    if (part.isFull) yield part.take();
  }
}
