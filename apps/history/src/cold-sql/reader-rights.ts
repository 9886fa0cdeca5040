import { StartupError } from '@app/program';
import { TRANSFER, TRANSFER_RANGE } from '../store/clickhouse/transfer-tables';

/** Tables that SQL reads. */
const TABLES = [TRANSFER, TRANSFER_RANGE];

/** The user of HISTORY_SQL_URL may do more, or less, than reading the tables for SQL. */
export class ReaderRightsError extends StartupError {
  override readonly name = 'ReaderRightsError';
}

/**
 * Throws ReaderRightsError unless the rights of a user are to read the tables for SQL.
 * @param grants lines of SHOW GRANTS, of that user
 * @param database of the tables
 */
export function requireReader(grants: readonly string[], database: string): void {
  const wanted = TABLES.map((table) => [`${database}.${table}`, `\`${database}\`.${table}`]);
  const isOf = (names: readonly string[], grant: string): boolean =>
    names.some((name) => grant.startsWith(`GRANT SELECT ON ${name} TO `)) &&
    !grant.endsWith(' WITH GRANT OPTION');
  const [more] = grants.filter((grant) => !wanted.some((names) => isOf(names, grant)));
  if (more !== undefined)
    throw new ReaderRightsError(
      `HISTORY_SQL_URL: its user may do more than read ${TABLES.join(' and ')}: "${shortened(more)}". Give it these rights alone:\n${statements(database)}`,
    );
  if (!wanted.every((names) => grants.some((grant) => isOf(names, grant))))
    throw new ReaderRightsError(
      `HISTORY_SQL_URL: its user may not read ${TABLES.join(' and ')}. Give it these rights:\n${statements(database)}`,
    );
}

const MAX_SHOWN = 200;
const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;

const statements = (database: string): string =>
  TABLES.map((table) => `GRANT SELECT ON ${database}.${table} TO <user>;`).join('\n');
