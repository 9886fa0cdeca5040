import { type Dialect, TABLES } from './schema';
import type { Table } from './table';

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
