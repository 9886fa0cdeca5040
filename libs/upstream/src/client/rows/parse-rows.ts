import { isJsonObject, type Json } from '@app/antelope';
import { z } from 'zod';

/** Where rows came from. */
export interface RowSource {
  readonly code: string;
  readonly scope: string;
  readonly table: string;
}

/**
 * A row of a contract's table does not have the shape its reader knows. Only the contract writes its tables,
 * so this is no stray row to pass over: the contract is another than the profile says, or has changed, and
 * an answer without the row would be a wrong one.
 */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError';

  /** @param reason which row and member, and what is wrong with it */
  constructor(
    readonly source: RowSource,
    readonly reason: string,
    options?: { cause?: unknown },
  ) {
    super(`table ${source.table} of ${source.code} (scope ${source.scope}): ${reason}`, options);
  }
}

/**
 * Parsed rows, and whole lists of them, by parser: equal reads of one moment share their rows, and parsing costs more
 * than reading.
 */
const parsedRows = new WeakMap<z.ZodType, WeakMap<object, unknown>>();

/**
 * Passes rows through the one parser of their table. A row or a list that was parsed before gives the same value
 * again: neither is to be changed.
 * @throws UnreadableRowError naming the table and the first row and member that is wrong.
 */
export function parseRows<S extends z.ZodType>(
  source: RowSource,
  schema: S,
  rows: readonly Json[],
): readonly z.output<S>[] {
  const known = parsedRows.get(schema) ?? new WeakMap<object, unknown>();
  parsedRows.set(schema, known);
  const list = known.get(rows) ?? parsedList(source, schema, rows, known);
  known.set(rows, list);
  return list as readonly z.output<S>[];
}

function parsedList<S extends z.ZodType>(
  source: RowSource,
  schema: S,
  rows: readonly Json[],
  known: WeakMap<object, unknown>,
): readonly z.output<S>[] {
  return rows.map((row, index) => {
    if (row === null || typeof row !== 'object') return parsedOf(source, schema, row, index);
    const before = known.get(row);
    if (before !== undefined) return before as z.output<S>;
    const value = parsedOf(source, schema, row, index);
    known.set(row, value);
    return value;
  });
}

function parsedOf<S extends z.ZodType>(source: RowSource, schema: S, row: Json, index: number): z.output<S> {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = ['row', index, ...(issue?.path ?? [])].map(String).join(' ');
  throw new UnreadableRowError(source, `${where}: ${issue?.message ?? ''}`, { cause: parsed.error });
}

/** Rows by the value of a member, by the list they came in and the member: equal reads of one moment share the list. */
const groupedRows = new WeakMap<readonly Json[], Map<string, ReadonlyMap<string, readonly Json[]>>>();

const NO_ROWS: readonly Json[] = [];

/**
 * Those of a table's rows whose `member` is `value`, not parsed any further: the others may be about things
 * the profile does not know. The same list gives the same result again.
 * @throws UnreadableRowError for a row without a text of that name.
 */
export function rowsWhere(
  source: RowSource,
  rows: readonly Json[],
  member: string,
  value: string,
): readonly Json[] {
  const byMember = groupedRows.get(rows) ?? new Map<string, ReadonlyMap<string, readonly Json[]>>();
  const groups = byMember.get(member) ?? rowsBy(source, rows, member);
  groupedRows.set(rows, byMember.set(member, groups));
  return groups.get(value) ?? NO_ROWS;
}

function rowsBy(source: RowSource, rows: readonly Json[], member: string): Map<string, Json[]> {
  const groups = new Map<string, Json[]>();
  for (const [index, row] of rows.entries()) {
    const found = isJsonObject(row) ? row[member] : undefined;
    if (typeof found !== 'string')
      throw new UnreadableRowError(source, `row ${index} ${member}: is not a text`);
    const group = groups.get(found);
    if (group === undefined) groups.set(found, [row]);
    else group.push(row);
  }
  return groups;
}
