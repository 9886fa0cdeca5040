import { createHash } from 'node:crypto';
import { bytesToHex, packTransaction } from '@app/antelope';
import { transactionOf } from '../../../../../libs/antelope/testing/transfer';
import { BLOCK_MS } from '../../../../../libs/upstream/src/pool/agreed-position';
import type { SignedTransaction } from '../../../../../libs/upstream/src/push/send';
import { lifeOf } from '../../../../../libs/upstream/src/push/transaction-life';
import type { VirtualTime } from './virtual-time';

/** Wall clock at the start of the model, a whole second. */
export const STARTED_MS = Date.parse('2026-11-22T12:00:00Z');
const FIRST_BLOCK = 1_000;
/** Until a transaction that one node took reaches the producers. */
const GOSSIP_MS = 60;
const MS_PER_SECOND = 1_000;

/** A transaction of the model, with what the chain would say to it. */
export interface SimulatedTransaction extends SignedTransaction {
  readonly isValid: boolean;
}

/** How far blocks that are irreversible are behind the head, and how many become so at once. */
export interface Finality {
  readonly blocks: number;
  readonly step: number;
}

/** The chain itself: what is true. It has a block each half second. */
export class SimulatedChain {
  /** Blocks of executed transactions by id. */
  readonly executed = new Map<string, number>();
  /** Transactions that wait for their block at the producers. */
  readonly #waiting = new Map<string, SimulatedTransaction>();
  readonly #transactions = new Map<string, SimulatedTransaction>();

  constructor(
    private readonly time: VirtualTime,
    private readonly finality: Finality,
  ) {
    this.#produceLater();
  }

  get head(): number {
    return this.headAt(this.time.nowMs);
  }

  headAt(ms: number): number {
    return FIRST_BLOCK + Math.floor(ms / BLOCK_MS);
  }

  /** The last irreversible block at a head. */
  irreversibleAt(head: number): number {
    return head - this.finality.blocks - this.blocksSinceStep(head);
  }

  /** Blocks up to a head since the last one with which others became irreversible. */
  blocksSinceStep(head: number): number {
    return (head - this.finality.blocks) % this.finality.step;
  }

  /** Wall clock time of a block. */
  timeOf(block: number): number {
    return STARTED_MS + (block - FIRST_BLOCK) * BLOCK_MS;
  }

  /** The newest block up to this one that holds a transaction: the state that verified reads of the model read. */
  stateAt(block: number): number {
    let state = 0;
    for (const number of this.executed.values()) if (number <= block && number > state) state = number;
    return state;
  }

  /** @param seconds whole seconds from now until it expires, rounded up */
  transaction(name: string, seconds: number, isValid: boolean): SimulatedTransaction {
    const endsMs = Math.ceil((STARTED_MS + this.time.nowMs) / MS_PER_SECOND + seconds) * MS_PER_SECOND;
    const action = { account: 'btc.token', name: 'transfer', data: Buffer.from(name).toString('hex') };
    const authorization = [{ actor: 'alice', permission: 'active' }];
    const header = transactionOf(new Date(endsMs).toISOString().slice(0, -5), { ...action, authorization });
    const packed = packTransaction(header);
    const transaction = {
      id: createHash('sha256').update(packed).digest('hex'),
      life: lifeOf(header),
      packedTrx: bytesToHex(packed),
      signatures: [],
      msToExpiry: endsMs - this.timeOf(this.head),
      isValid,
    };
    this.#transactions.set(transaction.packedTrx, transaction);
    return transaction;
  }

  /** The transaction of these bytes (hex); undefined for one that the model never made. */
  transactionOf(packed: string): SimulatedTransaction | undefined {
    return this.#transactions.get(packed);
  }

  isExpired({ life }: SimulatedTransaction): boolean {
    return this.timeOf(this.head + 1) > life.expiresAtMs;
  }

  /** Whether no later block can hold it, or one does. */
  isDecided(transaction: SimulatedTransaction): boolean {
    return this.executed.has(transaction.id) || this.isExpired(transaction);
  }

  /** Whether it is in a block, or may be in the next one. */
  has({ id }: SimulatedTransaction): boolean {
    return this.executed.has(id) || this.#waiting.has(id);
  }

  /** A node passes a transaction on. */
  submit(transaction: SimulatedTransaction): void {
    this.time.after(GOSSIP_MS, () => {
      if (!this.executed.has(transaction.id)) this.#waiting.set(transaction.id, transaction);
    });
  }

  #produceLater(): void {
    this.time.after(BLOCK_MS, () => {
      for (const [id, transaction] of this.#waiting) {
        if (this.timeOf(this.head) <= transaction.life.expiresAtMs && transaction.isValid)
          this.executed.set(id, this.head);
        this.#waiting.delete(id);
      }
      this.#produceLater();
    });
  }
}
