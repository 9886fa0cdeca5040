import { Inject, Injectable } from '@nestjs/common';
import { blockTrace, type DecodedTransaction, isTraced, transactionTrace } from '../answers/block-trace';
import { Decoder } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import { isStateOnly } from '../derive/state-only-block';
import { Envelopes } from '../envelope/envelopes';
import { idOf } from '../parameters/action-members';
import { HistoryError } from '../parameters/history-error';
import type { HistoryReader } from '../store/port';
import type { TransactionActions } from '../store/records';

const BLOCK_NUMBER = /^-?\d{1,10}$/;
const TRANSACTION_MISSING = new HistoryError(404, 'Trace API: transaction trace missing');
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
      const block = await this.reader.block(positionOf(blockNum, blockId, head?.num ?? 0));
      if (block === undefined || isStateOnly(block))
        throw new HistoryError(404, 'Trace API: block trace missing');
      const transactions = await this.reader.blockTransactions(block.num);
      const decoded = await Promise.all(
        transactions.map((transaction) => this.#decoded(transaction, irreversibleNum)),
      );
      return blockTrace(block, decoded, irreversibleNum);
    });
  }

  /** /v1/trace_api/get_transaction_trace. */
  async getTransactionTrace(id: unknown): Promise<object> {
    if (typeof id !== 'string') throw new HistoryError(400, 'Bad or missing transaction ID');
    const transaction = await this.reader.transaction(idOf('id', id));
    if (transaction === undefined || !isTraced({ transaction })) throw TRANSACTION_MISSING;
    const { irreversibleNum } = await this.reader.status();
    const block = await this.reader.block(transaction.block.num);
    // A fork took the block between the two reads.
    if (block === undefined) throw TRANSACTION_MISSING;
    return transactionTrace(await this.#decoded(transaction, irreversibleNum), block);
  }

  async #decoded(transaction: TransactionActions, irreversibleNum: number): Promise<DecodedTransaction> {
    return {
      transaction,
      actions: await this.decoder.asNodeos.actions(transaction.actions, irreversibleNum),
    };
  }
}

function positionOf(blockNum: unknown, blockId: unknown, head: number): number | Uint8Array {
  if (typeof blockId === 'string' && blockId !== '') return idOf('block_id', blockId);
  const text = typeof blockNum === 'number' || typeof blockNum === 'string' ? String(blockNum) : '';
  if (!BLOCK_NUMBER.test(text)) throw BAD_NUMBER;
  const number = Number(text);
  return number < 0 ? head + 1 + number : number;
}
