import { nameToValue } from '@app/antelope';
import { StoreVersionError } from '../errors';
import { createStatements, type Dialect, SCHEMA_VERSION, TABLES } from './schema';
import { ordered } from './values';

/** The oldest version that a program of this one can read, before its writer has migrated it. */
export const OLDEST_READ = SCHEMA_VERSION - 1;

/** Statements that bring a store from the version before to this one. They are never changed once released. */
interface Migration {
  readonly to: number;
  readonly statements: (dialect: Dialect) => readonly string[];
}

const OWNER = [ordered(nameToValue('eosio')), ordered(nameToValue('owner'))].map(String);

const MIGRATIONS: readonly Migration[] = [
  {
    to: 6,
    statements: ({ types }) => [
      `ALTER TABLE cursor ADD COLUMN known_from ${types.long} NOT NULL DEFAULT 0`,
      // The whole state of a chain has the owner permission of the system; a store that began in the middle does not.
      `UPDATE cursor SET known_from = COALESCE((SELECT min(num) FROM block), 0)
        WHERE NOT EXISTS (SELECT 1 FROM permission WHERE owner = ${OWNER[0]} AND name = ${OWNER[1]})`,
      // Others with more columns replace them.
      'DROP INDEX IF EXISTS link_by_code_action',
      'DROP INDEX IF EXISTS link_by_permission',
      'DROP INDEX IF EXISTS proposal_by_block_seq',
    ],
  },
];

/** A store as it is found. */
export interface FoundStore {
  /** Undefined: no chain was opened in it, so it has no block. */
  readonly version: number | undefined;
  /** Whether it has the table `cursor`. */
  readonly hasTables: boolean;
  /** Whether that table has the columns of this version. */
  readonly isCurrent: boolean;
}

/**
 * The statements that make a store one of this version; each list is one transaction.
 * Throws StoreVersionError for one of a newer program, and for one that is too old.
 */
export function preparation(
  { version, hasTables, isCurrent }: FoundStore,
  dialect: Dialect,
): readonly string[][] {
  const create = TABLES.flatMap((table) => createStatements(table, dialect));
  if (version === undefined) {
    return [
      [
        ...(hasTables && !isCurrent ? TABLES.map(({ name }) => `DROP TABLE IF EXISTS ${name}`) : []),
        ...create,
      ],
    ];
  }
  requireVersion(version, MIGRATIONS[0] === undefined ? SCHEMA_VERSION : MIGRATIONS[0].to - 1);
  return MIGRATIONS.filter(({ to }) => to > version).map(({ to, statements }) => [
    ...statements(dialect),
    ...(to === SCHEMA_VERSION ? create : []),
    `UPDATE cursor SET schema = ${to}`,
  ]);
}

/** Throws StoreVersionError unless the store is of the current version or one down to `oldest`. */
export function requireVersion(version: number, oldest: number): void {
  if (version > SCHEMA_VERSION)
    throw new StoreVersionError(
      `the store has the tables of version ${version}, and this program knows those up to ${SCHEMA_VERSION}: use the newer program, or a copy of the store from before its migration`,
    );
  if (version < oldest)
    throw new StoreVersionError(
      `the store has the tables of version ${version}, and this program knows those from ${oldest} on: start a program between the two first, or fill a new store`,
    );
}
