import { Client } from 'pg';
import { statementOf } from '../../../apps/history/src/store/postgres/statements';
import type { SqlDatabase, SqlSession } from '../../../apps/history/src/store/sql/session';
import type { SqlValue } from '../../../apps/history/src/store/sql/values';

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** A read of a table: the index (`primary`: that of its key), or undefined for all of its rows. */
export interface Access {
  readonly table: string;
  readonly index: string | undefined;
}

/** A database that keeps the statements of its reads. */
export class RecordingDatabase implements Pick<SqlDatabase, 'read' | 'close'> {
  readonly statements: Statement[] = [];

  constructor(private readonly database: SqlDatabase) {}

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.read((session) => work(this.#recorded(session)));
  }

  transaction(): Promise<never> {
    return Promise.reject(new Error('it is only read'));
  }

  beside(): Promise<never> {
    return this.transaction();
  }

  close(): Promise<void> {
    return this.database.close();
  }

  #recorded(session: SqlSession): SqlSession {
    const keep = (sql: string, params: readonly SqlValue[] = []) => this.statements.push({ sql, params });
    const all: SqlSession['all'] = (sql, params) => {
      keep(sql, params);
      return session.all(sql, params);
    };
    const tuples: SqlSession['tuples'] = (sql, params) => {
      keep(sql, params);
      return session.tuples(sql, params);
    };
    return Object.assign(Object.create(session) as SqlSession, { all, tuples });
  }
}

/** Accesses that SQLite plans. Source: SQLite, EXPLAIN QUERY PLAN. */
export async function sqlitePlan(
  database: SqlDatabase,
  tables: readonly string[],
  { sql, params }: Statement,
): Promise<Access[]> {
  const rows = await database.read((session) => session.all(`EXPLAIN QUERY PLAN ${sql}`, params));
  const aliases = aliasesIn(sql, tables);
  return rows.flatMap((row) => {
    const [, kind, alias = '', using] =
      /^(SCAN|SEARCH) (\w+)(?: USING (?:INTEGER )?(PRIMARY KEY|(?:COVERING )?INDEX \w+))?/.exec(
        String(row.detail),
      ) ?? [];
    const table = aliases.get(alias);
    if (table === undefined) return [];
    const index = using === 'PRIMARY KEY' ? 'primary' : using?.replace(/^.*INDEX /, '');
    return [{ table, index: kind === 'SEARCH' ? index : undefined }];
  });
}

/** `FROM table`, `FROM table alias`, `JOIN table alias`. */
const aliasesIn = (sql: string, tables: readonly string[]): Map<string, string> =>
  new Map(
    [...sql.matchAll(/(?:FROM|JOIN) (\w+)(?: (?!WHERE|JOIN|ORDER|ON)(\w+))?/g)]
      .filter(([, table = '']) => tables.includes(table))
      .map(([, table = '', alias = table]) => [alias, table]),
  );

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

/** Accesses that PostgreSQL plans for these parameters, or for any. */
export async function postgresPlan(
  client: Client,
  { sql, params }: Statement,
  isGeneric: boolean,
): Promise<Access[]> {
  const { text } = statementOf(sql);
  await client.query(`SET plan_cache_mode = force_${isGeneric ? 'generic' : 'custom'}_plan`);
  await client.query(`PREPARE explained AS ${text}`);
  const values = params.map(literal).join(', ');
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE explained${values === '' ? '' : `(${values})`}`,
  );
  await client.query('DEALLOCATE explained');
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => accessesOf(Plan)));
}

const literal = (value: SqlValue): string =>
  value instanceof Uint8Array ? `'\\x${Buffer.from(value).toString('hex')}'` : String(value);

/** A bitmap of an index is a child of the read of its table. */
function accessesOf(node: PlanNode): Access[] {
  const below = (node.Plans ?? []).flatMap(accessesOf);
  const name = node['Index Name'];
  const table = node['Relation Name'];
  if (name !== undefined) {
    const owner = table ?? name.replace(/_(?:by_.*|pkey)$/, '');
    return [{ table: owner, index: name.endsWith('_pkey') ? 'primary' : name }, ...below];
  }
  if (table === undefined || node['Node Type'] === 'Bitmap Heap Scan') return below;
  return [{ table, index: undefined }, ...below];
}
