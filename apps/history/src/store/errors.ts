import type { LoadingState } from './records';

/** The store holds the history of another chain. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError';
}

/** The store has the tables of a version that this program does not know. */
export class StoreVersionError extends Error {
  override readonly name = 'StoreVersionError';
}

/** A block does not follow the last one that is written. */
export class BlockGapError extends Error {
  override readonly name = 'BlockGapError';
}

/** A part of a state does not continue what is loaded, or blocks are there: another writer was at work. */
export class StateLoadError extends Error {
  override readonly name = 'StateLoadError';
}

/** An irreversible block would be removed. */
export class IrreversibleError extends Error {
  override readonly name = 'IrreversibleError';
}

/** Another process writes into the store: this one may try again later. */
export class SecondWriterError extends Error {
  override readonly name = 'SecondWriterError';
}

/** The store cannot be asked now: it is not reachable, or nothing was written into it yet. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The state of the first block is loaded: nothing can be read before it is whole. */
export class StoreLoadingError extends StoreUnavailableError {
  constructor({ blockNum, rows, remainingRows, remainingSeconds }: LoadingState) {
    super(
      `the state of block ${String(blockNum)} is being loaded: ${String(rows)} rows are stored, about ${String(remainingRows)} are left, for ${String(remainingSeconds)} seconds`,
    );
  }
}

/** The cold tier belongs to another store, or does not have the rows that were written into it. */
export class ColdTierError extends Error {
  override readonly name = 'ColdTierError';
}

/** No index narrows a search enough; `narrowBy` lists members that would. */
export class BroadQueryError extends Error {
  override readonly name = 'BroadQueryError';

  constructor(readonly narrowBy: readonly string[]) {
    super(`too many rows to look at; add ${narrowBy.join(', ')}`);
  }
}

/** The values of an answer have more bytes than it may have. The message says what else to ask for. */
export class LargeAnswerError extends Error {
  override readonly name: string = 'LargeAnswerError';
}

/** The values of a page have more bytes than an answer may have. */
export class LargePageError extends LargeAnswerError {
  override readonly name = 'LargePageError';

  /** @param fitting entries from the first one of the page that fit */
  constructor(readonly fitting: number) {
    super(`the values of the page have more bytes than an answer may have; ${fitting} of its entries fit`);
  }
}

const SQLITE = 'ERR_SQLITE_ERROR';
/** Primary code of a broken constraint. Source: sqlite3.h. */
const SQLITE_CONSTRAINT = 19;
const PRIMARY_CODE = 0xff;
/** Classes of values that a column does not take, and of broken constraints. Source: PostgreSQL, appendix A. */
const OF_VALUES = /^2[23]/;
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * Whether the driver of a database says that the database is in trouble: a full disk, a lock, rights, a standby that only
 * reads. False for values that it does not take: they come from the node. Pure.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, severity } = error as { code?: unknown; errcode?: unknown; severity?: unknown };
  if (code === SQLITE) return typeof errcode !== 'number' || (errcode & PRIMARY_CODE) !== SQLITE_CONSTRAINT;
  const isOfPostgres = typeof severity === 'string' && typeof code === 'string' && SQL_STATE.test(code);
  return isOfPostgres && !OF_VALUES.test(code);
}
