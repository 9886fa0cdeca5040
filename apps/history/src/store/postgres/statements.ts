/** A prepared statement: PostgreSQL plans it once per connection and name. */
interface Statement {
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, Statement>();

/** The statement with PostgreSQL's placeholders $1, $2, ... instead of `?`. */
export function statementOf(sql: string): Statement {
  const kept = statements.get(sql);
  if (kept !== undefined) return kept;
  let count = 0;
  const text = sql.replaceAll('?', () => `$${++count}`);
  const statement = { name: `history_${statements.size}`, text };
  statements.set(sql, statement);
  return statement;
}
