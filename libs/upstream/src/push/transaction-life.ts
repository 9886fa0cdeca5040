import type { Transaction } from '@app/antelope';

/** The blocks that a transaction may be in. */
export interface TransactionLife {
  /** Low 16 bits of the number of the block that it refers to: it is in a later one. */
  readonly refBlockNum: number;
  /** Milliseconds since the epoch, by the time of the chain. */
  readonly expiresAtMs: number;
}

/** No chain takes a transaction that expires later (`max_transaction_lifetime` is an hour). */
export const MAX_LIFE_MS = 24 * 3_600_000;

/** Reads the life of a transaction from its header. */
export const lifeOf = ({
  ref_block_num: refBlockNum,
  expiration,
}: Pick<Transaction, 'ref_block_num' | 'expiration'>): TransactionLife => ({
  refBlockNum,
  expiresAtMs: Date.parse(`${expiration}Z`),
});

/** The blocks whose transactions a node keeps the finality status of. */
export interface TrackedBlocks {
  /** 0: none yet. */
  readonly earliestBlock: number;
  readonly headBlock: number;
  /** Milliseconds since the epoch, by the time of the chain. */
  readonly irreversibleTimeMs: number;
}

const LOW_16_BITS = 0xffff;
/** 65,536 blocks later, after nine hours, the 16 bits name another block: the rest is for the life of the transaction. */
const MAX_AFTER_EXPIRY_MS = 4 * 3_600_000;

/**
 * Whether a node that does not know a transaction shows that it was not executed and will not be: the node keeps every
 * block since the one that the transaction refers to, and an irreversible block is later than its expiry, by so little
 * that it is known which block that is. Pure.
 */
export function coversLife(
  { earliestBlock, headBlock, irreversibleTimeMs }: TrackedBlocks,
  { refBlockNum, expiresAtMs }: TransactionLife,
): boolean {
  const referenceBlock = Math.max(0, headBlock - ((headBlock - refBlockNum) & LOW_16_BITS));
  const afterMs = irreversibleTimeMs - expiresAtMs;
  const isOver = afterMs > 0 && afterMs <= MAX_AFTER_EXPIRY_MS;
  return isOver && earliestBlock > 0 && earliestBlock <= referenceBlock + 1;
}
