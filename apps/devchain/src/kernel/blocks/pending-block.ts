import { merkleRoot, type SignatureValue } from '@app/antelope';
import type { TransactionTrace } from '../execution/trace';
import type { PackedTransactionInput } from '../transactions/packed-transaction';
import { type SealableTransaction, transactionReceiptDigest } from './block-transaction';
import { slotTimeMs } from './slots';

/** A transaction that was executed and kept. */
export interface ExecutedTransaction {
  readonly packed: PackedTransactionInput;
  readonly signatures: readonly SignatureValue[];
  readonly trace: TransactionTrace;
  /** Leaves of the action_mroot, in the order of execution. */
  readonly actionDigests: readonly Uint8Array[];
}

/** The block that is being filled. Its time was fixed when it was opened. */
export class PendingBlock {
  readonly transactions: SealableTransaction[] = [];
  readonly traces: TransactionTrace[] = [];
  readonly #transactionDigests: Uint8Array[] = [];
  readonly #actionDigests: Uint8Array[] = [];

  constructor(
    readonly num: number,
    readonly slot: number,
  ) {}

  get timeMs(): number {
    return slotTimeMs(this.slot);
  }

  get transactionMroot(): Uint8Array {
    return merkleRoot(this.#transactionDigests);
  }

  get actionMroot(): Uint8Array {
    return merkleRoot(this.#actionDigests);
  }

  add({ packed, signatures, trace, actionDigests }: ExecutedTransaction): void {
    const { status = 'executed', cpuUsageUs = 0, netUsageWords = 0 } = trace.receipt ?? {};
    const transaction = { status, cpuUsageUs, netUsageWords, packed, signatures };
    this.transactions.push(transaction);
    this.traces.push(trace);
    this.#transactionDigests.push(transactionReceiptDigest(transaction));
    this.#actionDigests.push(...actionDigests);
  }
}
