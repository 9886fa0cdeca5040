import type { TransactionFate } from '@app/upstream';

const BLOCK_MS = 500;

interface Block {
  readonly timeMs: number;
  readonly transactions: readonly string[];
}

interface Pushed {
  readonly id: string;
  readonly expiresAtMs: number;
}

/** Rules of a chain: a transaction is in one block before its expiry, and a fork replaces reversible blocks. */
export class ModelChain {
  readonly #blocks: Block[] = [{ timeMs: 1_800_000_000_000, transactions: [] }];
  constructor(private readonly reversible: number) {}

  get headTimeMs(): number {
    return this.#blocks.at(-1)!.timeMs;
  }

  /** Ids of the transactions of the chain as it is now. */
  get executed(): string[] {
    return this.#blocks.flatMap(({ transactions }) => transactions);
  }

  /** A block with the transaction, unless it is too late or was executed. */
  push({ id, expiresAtMs }: Pushed): void {
    const isPossible = this.headTimeMs + BLOCK_MS < expiresAtMs && !this.executed.includes(id);
    this.#add(isPossible ? [id] : []);
  }

  /** A block that is a while behind the head, and after a long one as many as make it irreversible. */
  advance(seconds: number): void {
    this.#blocks.push({ timeMs: this.headTimeMs + seconds * 1000, transactions: [] });
    if (seconds > 1_000) for (let more = 0; more <= this.reversible; more += 1) this.#add([]);
  }

  /** Other blocks of the same times take the place of the reversible ones: the first that can has the transaction. */
  fork(pushed: Pushed | undefined): void {
    const from = Math.max(1, this.#blocks.length - this.reversible);
    for (const { timeMs } of this.#blocks.splice(from)) {
      const isIn = pushed !== undefined && timeMs < pushed.expiresAtMs && !this.executed.includes(pushed.id);
      this.#blocks.push({ timeMs, transactions: isIn ? [pushed.id] : [] });
    }
  }

  fateOf({ id, expiresAtMs }: Pushed): TransactionFate {
    const blockNum = this.#blocks.findIndex(({ transactions }) => transactions.includes(id));
    const irreversible = Math.max(0, this.#blocks.length - this.reversible - 1);
    if (blockNum >= 0)
      return {
        kind: 'executed',
        block: { blockNum, blockTimeMs: null, isIrreversible: blockNum <= irreversible },
      };
    return { kind: this.#blocks[irreversible]!.timeMs > expiresAtMs ? 'dead' : 'open' };
  }

  #add(transactions: readonly string[]): void {
    this.#blocks.push({ timeMs: this.headTimeMs + BLOCK_MS, transactions });
  }
}
