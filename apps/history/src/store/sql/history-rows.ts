import { TRANSACTION_STATUS } from '../../derive/action-writes';
import type { BlockWrites } from '../../derive/block-writes';
import { deltaSequence } from '../positions';
import { BlobWriter } from './blob';
import { writeByteLists, writeHeader } from './blobs';
import type { Dictionary } from './dictionary';
import { fieldNumber, writePayload } from './payload';
import { ACTION, ACTION_ACCOUNT, ACTION_FIELD, BLOCK, DELTA, TRX } from './schema';
import type { SqlSession } from './session';
import { signed, type SqlValue } from './values';

const PREFIX_BYTES = 6;

/** First bytes of a transaction id as a number: short keys make a small index. */
export const idPrefix = (id: Uint8Array): number =>
  Buffer.from(id.buffer, id.byteOffset, id.byteLength).readUIntBE(0, PREFIX_BYTES);

/** Sequence of a transaction: that of deltas. */
export const transactionSequence = deltaSequence;

/** The rows of the history tables of some blocks, and the changes of the totals. */
export class HistoryRows {
  readonly #blocks: SqlValue[][] = [];
  readonly #transactions: SqlValue[][] = [];
  readonly #actions: SqlValue[][] = [];
  readonly #actionAccounts: SqlValue[][] = [];
  readonly #actionFields: SqlValue[][] = [];
  readonly #deltas: SqlValue[][] = [];
  readonly #writer = new BlobWriter();

  /** `nextSequence`: above all global sequences so far. */
  constructor(
    private readonly ids: Dictionary,
    public nextSequence: bigint,
    private readonly count: (account: number, type: number) => void,
  ) {}

  add(writes: BlockWrites): void {
    const { block, transactions, deltas } = writes;
    this.#blocks.push([
      block.num,
      block.id,
      block.previousId,
      block.timeMs,
      this.ids.nameId(block.producer),
      block.scheduleVersion,
      writes.actions[0]?.globalSequence ?? this.nextSequence,
      block.cpuUsageUs,
      block.netUsageWords,
      transactions.length,
      block.transactionMroot,
      block.actionMroot,
    ]);
    this.#addTransactions(writes);
    for (const action of writes.actions) this.#addAction(block.num, action);
    this.addDeltas(block.num, deltas, 0);
  }

  /** Rows of contracts of a block. `firstIndex`: those of the block before them. */
  addDeltas(blockNum: number, deltas: BlockWrites['deltas'], firstIndex: number): void {
    for (const [index, delta] of deltas.entries())
      this.#deltas.push([
        deltaSequence(blockNum, firstIndex + index),
        this.ids.tableType(delta.code, delta.table),
        this.ids.nameId(delta.scope),
        signed(delta.primaryKey),
        this.ids.nameId(delta.payer),
        delta.present ? 1 : 0,
        delta.value,
      ]);
  }

  async flush(session: SqlSession): Promise<void> {
    await session.insert(BLOCK, this.#blocks);
    await session.insert(TRX, this.#transactions);
    await session.insert(ACTION, this.#actions);
    await session.insert(ACTION_ACCOUNT, this.#actionAccounts);
    await session.insert(ACTION_FIELD, this.#actionFields);
    await session.insert(DELTA, this.#deltas);
  }

  #addTransactions({ block, transactions, actions }: BlockWrites): void {
    const ranges = transactions.map(() => ({ first: 0n, last: -1n }));
    for (const { transaction, globalSequence } of actions) {
      const range = ranges[transaction];
      if (range === undefined) throw new RangeError(`block ${block.num} has no transaction ${transaction}`);
      if (range.last < 0n) range.first = globalSequence;
      range.last = globalSequence;
    }
    for (const [index, transaction] of transactions.entries()) {
      this.#transactions.push([
        transactionSequence(block.num, index),
        transaction.id,
        idPrefix(transaction.id),
        ranges[index]?.first ?? 0n,
        ranges[index]?.last ?? -1n,
        TRANSACTION_STATUS.indexOf(transaction.status),
        transaction.cpuUsageUs,
        transaction.netUsageWords,
        writeHeader(transaction.header),
        writeByteLists(transaction.signatures),
      ]);
    }
  }

  #addAction(blockNum: number, action: BlockWrites['actions'][number]): void {
    const { globalSequence } = action;
    const type = this.ids.actionType(action.account, action.name);
    const fields = action.fields.map(({ field, value }) => ({
      field: fieldNumber(field),
      value: this.ids.nameId(value),
    }));
    const payload = writePayload(this.#writer, action, fields, this.ids.nameId);
    this.#actions.push([globalSequence, transactionSequence(blockNum, action.transaction), type, payload]);
    this.count(0, type);
    for (const name of action.accounts) {
      const account = this.ids.nameId(name);
      this.#actionAccounts.push([account, globalSequence, type]);
      this.count(account, type);
    }
    for (const { field, value } of fields) this.#actionFields.push([field, value, globalSequence]);
    this.nextSequence = globalSequence + 1n;
  }
}
