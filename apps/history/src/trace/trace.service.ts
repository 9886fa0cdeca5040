import { equalBytes } from '@app/antelope';
import { Inject, Injectable } from '@nestjs/common';
import { blockTrace, type DecodedTransaction, isTraced, transactionTrace } from '../answers/block-trace';
import { Decoder } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import { isStateOnly } from '../derive/state-only-block';
import { Envelopes } from '../envelope/envelopes';
import { idOf } from '../parameters/action-members';
import { HistoryError } from '../parameters/history-error';
import type { HistoryReader } from '../store/port';
import type { BlockRecord, TransactionActions } from '../store/records';

interface BlockActions {
  readonly block: BlockRecord;
  readonly transactions: readonly TransactionActions[];
}
interface BlockTransaction {
  readonly block: BlockRecord;
  readonly transaction: TransactionActions;
}

/** Reads of one block, which forks may replace between their parts. */
const ATTEMPTS = 5;
const BLOCK_NUMBER = /^-?\d{1,10}$/;
const TRANSACTION_MISSING = new HistoryError(404, 'Trace API: transaction trace missing');
const BLOCK_MISSING = new HistoryError(404, 'Trace API: block trace missing');
const FORKED = new HistoryError(503, 'the block was replaced while it was read: try again');
const BAD_NUMBER = new HistoryError(400, 'Bad or missing block_num');

@Injectable()
export class TraceService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
  ) {}

  /** /v1/trace_api/get_block, by number (negative: counted from the head, -1 being the head) or by id. */
  getBlock(blockNum: unknown, blockId: unknown): Promise<object> {
    return this.envelopes.around(async ({ irreversibleNum, head }) => {
      const { block, transactions } = await this.#block(positionOf(blockNum, blockId, head?.num ?? 0));
      const decoded = await Promise.all(
        transactions.map((transaction) => this.#decoded(transaction, irreversibleNum)),
      );
      return blockTrace(block, decoded, irreversibleNum);
    });
  }

  /** /v1/trace_api/get_transaction_trace. */
  async getTransactionTrace(id: unknown): Promise<object> {
    if (typeof id !== 'string') throw new HistoryError(400, 'Bad or missing transaction ID');
    const { block, transaction } = await this.#transaction(idOf('id', id));
    const { irreversibleNum } = await this.reader.status();
    return transactionTrace(await this.#decoded(transaction, irreversibleNum), block);
  }

  /** A block with its own transactions: a fork may replace it between the two reads. */
  #block(at: number | Uint8Array): Promise<BlockActions> {
    return ofOneBranch(async () => {
      const block = await this.reader.block(at);
      if (block === undefined || isStateOnly(block)) throw BLOCK_MISSING;
      const transactions = await this.reader.blockTransactions(block.num);
      const isItsOwn =
        transactions.length === block.transactionCount &&
        transactions.every((transaction) => equalBytes(transaction.block.id, block.id));
      return isItsOwn ? { block, transactions } : undefined;
    });
  }

  /** A transaction with the block that it is in. */
  #transaction(id: Uint8Array): Promise<BlockTransaction> {
    return ofOneBranch(async () => {
      const transaction = await this.reader.transaction(id);
      if (transaction === undefined || !isTraced({ transaction })) throw TRANSACTION_MISSING;
      const block = await this.reader.block(transaction.block.id);
      return block && { block, transaction };
    });
  }

  async #decoded(transaction: TransactionActions, irreversibleNum: number): Promise<DecodedTransaction> {
    return {
      transaction,
      actions: await this.decoder.asNodeos.actions(transaction.actions, irreversibleNum),
    };
  }
}

/**
 * Reads until all of it is of one branch, which `read` tells.
 * @throws HistoryError where forks come faster than that
 */
async function ofOneBranch<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw FORKED;
}

function positionOf(blockNum: unknown, blockId: unknown, head: number): number | Uint8Array {
  if (typeof blockId === 'string' && blockId !== '') return idOf('block_id', blockId);
  const text = typeof blockNum === 'number' || typeof blockNum === 'string' ? String(blockNum) : '';
  if (!BLOCK_NUMBER.test(text)) throw BAD_NUMBER;
  const number = Number(text);
  return number < 0 ? head + 1 + number : number;
}
