import { z } from 'zod';
import { refusalOfTrace } from '../node/node-error-body';
import type { NodeAnswerError } from '../node/errors';
import type { Raw } from '../node/node-reply';
import { chainTimeMs, readAnswer, UnreadableAnswerError } from '../node/parse-answer';
import type { Finality } from './finality';
import type { TrackedBlocks } from './transaction-life';

const outcomeSchema = z.object({
  receipt: z.object({ status: z.string() }).nullish(),
  except: z.unknown(),
});

/** Of a dry run: the block that it was made for says nothing. */
const dryRunSchema = z.object({ transaction_id: z.string(), processed: outcomeSchema });

const traceSchema = z.object({
  transaction_id: z.string(),
  processed: outcomeSchema.extend({
    block_num: z.int().optional(),
    block_time: chainTimeMs.optional(),
  }),
});

const statusSchema = z.object({
  state: z.string(),
  block_number: z.int().optional(),
  block_timestamp: chainTimeMs.optional(),
  head_number: z.int().optional(),
  irreversible_timestamp: chainTimeMs.optional(),
  earliest_tracked_block_number: z.int().optional(),
});

const historySchema = z.object({
  id: z.string(),
  block_num: z.int(),
  block_time: chainTimeMs.optional(),
});

const blockSchema = z.object({
  block_num: z.int(),
  timestamp: chainTimeMs,
  transactions: z.array(
    z.object({ status: z.string(), trx: z.union([z.string(), z.object({ id: z.string() })]) }),
  ),
});

/** Statuses of nodes and proxies for a route that they do not have. Not 403: a proxy may answer so for the load of clients. */
const WITHOUT_ROUTE: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** Whether a node answered a look-up so that it will never tell. @param status of HTTP; 0 without an answer */
export const isWithoutRoute = (status: number): boolean => WITHOUT_ROUTE.has(status);

/** Block of a transaction, as reported by a node; nulls when the node reports none. */
export interface TransactionLocation {
  readonly blockNum: number | null;
  /** Milliseconds since the epoch, in the chain's own time. */
  readonly blockTimeMs: number | null;
}

/** Result of a transaction that a node executed. */
export interface TransactionRun extends TransactionLocation {
  readonly transactionId: string;
  /** Why it failed; undefined when it was executed. */
  readonly refusal: NodeAnswerError | undefined;
}

/** States of get_transaction_status in which a transaction is on the chain or about to be. */
const LANDED: ReadonlyMap<string, Finality> = new Map([
  ['LOCALLY_APPLIED', 'speculative'],
  ['IN_BLOCK', 'in_block'],
  ['IRREVERSIBLE', 'irreversible'],
]);
const ABSENT = new Set(['UNKNOWN', 'FAILED']);

/** Reads push_, send_ and send_read_only_transaction. @throws UnreadableAnswerError */
export function readTransactionRun(raw: Raw): TransactionRun {
  const { transaction_id, processed } = readAnswer('send_transaction', traceSchema, raw);
  return {
    transactionId: transaction_id,
    blockNum: processed.block_num ?? null,
    blockTimeMs: processed.block_time ?? null,
    refusal: refusalOf(processed),
  };
}

/**
 * Why the transaction of this id would fail; undefined when it would not. Reads compute_transaction.
 * @throws UnreadableAnswerError, also for another transaction
 */
export function readDryRunRefusal(raw: Raw, id: string): NodeAnswerError | undefined {
  const { transaction_id, processed } = readAnswer('compute_transaction', dryRunSchema, raw);
  if (transaction_id !== id) throw new UnreadableAnswerError(`compute_transaction: it is not of ${id}`);
  return refusalOf(processed);
}

function refusalOf({ receipt, except }: z.output<typeof outcomeSchema>): NodeAnswerError | undefined {
  if (except !== null && except !== undefined) return refusalOfTrace(except);
  const status = receipt?.status ?? 'executed';
  return status === 'executed' ? undefined : refusalOfTrace({ message: `ended as ${status}` });
}

/** Finality status of a transaction at a node. */
export interface TransactionStatus {
  /** Undefined when it is not on the node's chain. */
  readonly location: TransactionLocation | undefined;
  /** Undefined as the location. */
  readonly finality: Finality | undefined;
  /** The node does not have it, or saw it expire. False for one that is forked out: it may return. */
  readonly isAbsent: boolean;
  readonly tracked: TrackedBlocks;
}

/** Reads get_transaction_status. @throws UnreadableAnswerError */
export function readTransactionStatus(raw: Raw): TransactionStatus {
  const answer = readAnswer('get_transaction_status', statusSchema, raw);
  const { state, block_number, block_timestamp } = answer;
  const location = { blockNum: block_number ?? null, blockTimeMs: block_timestamp ?? null };
  return {
    location: LANDED.has(state) ? location : undefined,
    finality: LANDED.get(state),
    isAbsent: ABSENT.has(state),
    tracked: {
      earliestBlock: answer.earliest_tracked_block_number ?? 0,
      headBlock: answer.head_number ?? 0,
      irreversibleTimeMs: answer.irreversible_timestamp ?? 0,
    },
  };
}

/** Reads history's get_transaction, which answers a body only for a transaction it has. @throws UnreadableAnswerError */
export function readHistoryTransaction(
  raw: Raw,
): TransactionLocation & { readonly id: string; readonly blockNum: number } {
  const { id, block_num, block_time } = readAnswer('get_transaction', historySchema, raw);
  return { id, blockNum: block_num, blockTimeMs: block_time ?? null };
}

/**
 * Reads get_block.
 * @returns where the transaction of this id is; undefined when the block does not hold it, or holds it as not executed
 * @throws UnreadableAnswerError, also for another block than the one that was asked for
 */
export function readBlockTransaction(
  raw: Raw,
  blockNum: number,
  id: string,
): TransactionLocation | undefined {
  const { block_num, timestamp, transactions } = readAnswer('get_block', blockSchema, raw);
  if (block_num !== blockNum) throw new UnreadableAnswerError(`get_block: block_num is not ${blockNum}`);
  const isHeld = transactions.some(
    ({ status, trx }) => status === 'executed' && (typeof trx === 'string' ? trx : trx.id) === id,
  );
  return isHeld ? { blockNum, blockTimeMs: timestamp } : undefined;
}
