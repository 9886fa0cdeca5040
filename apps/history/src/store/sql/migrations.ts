import { nameToValue } from '@app/antelope';
import { StoreVersionError } from '../errors';
import { SCHEMA_VERSION, TABLES } from './schema';
import { createIndex, createTable, type Dialect, INDEXES } from './table-statements';
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
  {
    // Candles begin with the next block: the rows of older trades may be gone.
    to: 7,
    statements: ({ types }) => [
      `ALTER TABLE cursor ADD COLUMN trade_layout ${types.long} NOT NULL DEFAULT 0`,
    ],
  },
  {
    // The table of the ranges of a cold tier is made with all missing ones.
    to: 8,
    statements: ({ types, emptyBytes }) => [
      `ALTER TABLE cursor ADD COLUMN cold_id ${types.bytes} NOT NULL DEFAULT ${emptyBytes}`,
      `ALTER TABLE cursor ADD COLUMN cold_block ${types.long} NOT NULL DEFAULT 0`,
      `ALTER TABLE cursor ADD COLUMN cold_seq ${types.long} NOT NULL DEFAULT 0`,
    ],
  },
  {
    // The table of a state that is loaded in parts is made with all missing ones. A program before would show the parts.
    to: 9,
    statements: () => [],
  },
  {
    // The table of producers is made with all missing ones. Of a store behind the switch to instant finality it stays empty.
    to: 10,
    statements: () => [],
  },
  {
    // The table of the ranges of transactions is made with all missing ones.
    to: 11,
    statements: ({ types }) => [
      `ALTER TABLE cursor ADD COLUMN cold_trx_block ${types.long} NOT NULL DEFAULT 0`,
    ],
  },
  {
    // The table of the ranges of changed rows is made with all missing ones.
    to: 12,
    statements: ({ types }) => [
      `ALTER TABLE cursor ADD COLUMN cold_delta_block ${types.long} NOT NULL DEFAULT 0`,
    ],
  },
];

/** The oldest version that the steps begin with. */
const OLDEST_MIGRATED = MIGRATIONS[0] === undefined ? SCHEMA_VERSION : MIGRATIONS[0].to - 1;

/**
 * How a writer meets a store that is not of its version: `migrate` brings it there, `check` changes no table and no
 * index, and refuses the store.
 */
export type SchemaMode = 'check' | 'migrate';

/** How a writer prepares its store. */
export interface Preparation {
  /** `migrate` unless given. */
  readonly schema?: SchemaMode;
  /** Text of the layout that trades are derived with; none unless given. */
  readonly trades?: string | undefined;
  /** Called with a text for the log: before work that takes minutes, and for what a migration cannot bring back. */
  readonly notice?: (text: string) => void;
}

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
 * The statements that make a store one of this version; each list is one transaction. Those of an older store leave new
 * indexes to the caller: building them takes minutes.
 * Throws StoreVersionError for one of a newer program, and for one that is too old.
 */
export function preparation(
  { version, hasTables, isCurrent }: FoundStore,
  dialect: Dialect,
): readonly string[][] {
  const create = TABLES.map((table) => createTable(table, dialect));
  if (version === undefined) {
    return [
      [
        ...(hasTables && !isCurrent ? TABLES.map(({ name }) => `DROP TABLE IF EXISTS ${name}`) : []),
        ...create,
        ...INDEXES.map((index) => createIndex(index)),
      ],
    ];
  }
  requireVersion(version, OLDEST_MIGRATED);
  return MIGRATIONS.filter(({ to }) => to > version).map(({ to, statements }) => [
    ...statements(dialect),
    ...(to === SCHEMA_VERSION ? create : []),
    `UPDATE cursor SET schema = ${to}`,
  ]);
}

/** For a writer that may not change the store: throws StoreVersionError unless it is of this version. */
export function requireCurrent({ version, isCurrent }: FoundStore): void {
  if (version !== undefined) requireVersion(version, SCHEMA_VERSION);
  else if (!isCurrent)
    throw new StoreVersionError(
      'the store has no tables, and HISTORY_SCHEMA=check makes none: start the process that writes with HISTORY_SCHEMA=migrate once',
    );
}

/** Throws StoreVersionError unless the store is of the current version or one down to `oldest`. */
export function requireVersion(version: number, oldest: number): void {
  if (version > SCHEMA_VERSION)
    throw new StoreVersionError(
      `the store has the tables of version ${version}, and this program knows those up to ${SCHEMA_VERSION}: use the newer program, or a copy of the store from before its migration`,
    );
  if (version >= oldest) return;
  const known = `the store has the tables of version ${version}, and this program ${oldest === SCHEMA_VERSION ? 'writes' : 'knows'} those from ${oldest} on`;
  throw new StoreVersionError(
    version >= OLDEST_MIGRATED
      ? `${known}: start the process that writes with HISTORY_SCHEMA=migrate once`
      : `${known}: start a program between the two first, or fill a new store`,
  );
}
