import { TABLES } from './schema';
import type { ColumnType, Table } from './table';

export interface Dialect {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Bytes to which the values of a type are aligned within a row; 1 where that costs nothing. */
  readonly alignment: Readonly<Record<ColumnType, number>>;
  /** No bytes, as a literal. */
  readonly emptyBytes: string;
  /** Behind a table that is stored in the order of its key. */
  readonly clustered: string;
}

/** The statement that creates a table. */
export function createTable(spec: Table, dialect: Dialect): string {
  const { name, columns, types, keyLength, isClustered } = spec;
  // The widest first: no bytes are lost between the columns of a row.
  const typed = columns
    .map((column, index) => ({ column, type: types[index] ?? 'long' }))
    .sort((left, right) => dialect.alignment[right.type] - dialect.alignment[left.type])
    .map(({ column, type }) => `${column} ${dialect.types[type]} NOT NULL`);
  const key = columns.slice(0, keyLength).join(', ');
  return `CREATE TABLE IF NOT EXISTS ${name} (${typed.join(', ')}, PRIMARY KEY (${key}))${isClustered ? dialect.clustered : ''}`;
}

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** Of the rows that it has; undefined: all. */
  readonly condition: string | undefined;
}

/** The indexes of all tables, besides those of their keys. They are no part of the version: every program works without. */
export const INDEXES: readonly Index[] = TABLES.flatMap(({ name, indexes }) =>
  indexes.map((index) => {
    const [on = '', condition] = index.replace('!', '').split(' WHERE ');
    const columns = on.split(', ');
    const rows = condition === undefined ? '' : `_where_${condition.replaceAll(/\W+/g, '_')}`;
    return {
      name: `${name}_by_${columns.join('_')}${rows}`,
      table: name,
      columns,
      isUnique: index.startsWith('!'),
      condition,
    };
  }),
);

/** @param method `CONCURRENTLY` (PostgreSQL): others write meanwhile */
export const createIndex = ({ name, table, columns, isUnique, condition }: Index, method = ''): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${method} IF NOT EXISTS ${name} ON ${table} (${columns.join(', ')})${condition === undefined ? '' : ` WHERE ${condition}`}`;

export const insertInto = ({ name, columns }: Table, values: string): string =>
  `INSERT INTO ${name} (${columns.join(', ')}) ${values}`;

/** The columns of rows that are found. */
export const foundColumns = ({ columns, constant }: Table, bytesType: string): string =>
  columns
    .map((column) => (column === constant ? `CAST('' AS ${bytesType}) AS ${column}` : column))
    .join(', ');

/** Makes an insert replace the row with the same key. */
export function onConflict({ columns, keyLength, constant }: Table): string {
  const keys = columns.slice(0, keyLength).join(', ');
  const rest = columns
    .slice(keyLength)
    .filter((column) => column !== constant)
    .map((column) => `${column} = excluded.${column}`);
  return `ON CONFLICT (${keys}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.join(', ')}`}`;
}
