/** Time limits of the connections to a PostgreSQL database, in milliseconds. */
export interface DatabaseLimits {
  /** Until a connection is open, until a reader has one of those in use, and until an open one begins a transaction. */
  readonly connectMs: number;
  /** For the statements of one page together. */
  readonly pageMs: number;
  /** For the statements of one search together; also of a page where it is less. */
  readonly readMs: number;
  /** For each statement of a writer. */
  readonly writeMs: number;
  /** Until the server ends a session that leaves a transaction open. */
  readonly idleTransactionMs: number;
}

export const DEFAULT_DATABASE_LIMITS: DatabaseLimits = {
  connectMs: 5_000,
  pageMs: 4_000,
  readMs: 8_000,
  writeMs: 60_000,
  idleTransactionMs: 120_000,
};
