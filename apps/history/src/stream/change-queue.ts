import type { HistoryReader } from '../store/port';

/** Blocks that a fork replaced. */
export interface Fork {
  readonly chainId: Uint8Array;
  readonly firstNum: number;
  readonly lastNum: number;
  /** Id of the new first block. */
  readonly newId: Uint8Array;
}

/** Changes in the order in which streams report them: a fork before its new blocks. */
export interface ChangeListener {
  /** Blocks above `num` were undone. */
  undone(num: number): void;
  forked(fork: Fork): void;
  committed(num: number, irreversibleNum: number): void;
}

/**
 * Passes changes on in their order. A fork is reported together with its first new block, whose id is known by then,
 * and before that block counts as committed.
 */
export class ChangeQueue {
  #last: Promise<void> = Promise.resolve();
  #headNum = 0;
  #fork: { firstNum: number; lastNum: number } | undefined;

  constructor(
    private readonly reader: Pick<HistoryReader, 'block' | 'status'>,
    private readonly listener: ChangeListener,
    private readonly onError: (error: unknown) => void,
  ) {}

  committed(num: number, irreversibleNum: number): void {
    this.#add(async () => {
      if (this.#fork !== undefined && !(await this.#tellFork(this.#fork))) return;
      this.#headNum = num;
      this.listener.committed(num, irreversibleNum);
    });
  }

  undone(num: number): void {
    this.#add(async () => {
      const { firstNum, lastNum } = this.#fork ?? { firstNum: num + 1, lastNum: this.#headNum };
      this.#fork = { firstNum: Math.min(firstNum, num + 1), lastNum: Math.max(lastNum, this.#headNum) };
      this.#headNum = num;
      this.listener.undone(num);
    });
  }

  /** False: the new block was undone as well, and the next change reports it. */
  async #tellFork({ firstNum, lastNum }: { firstNum: number; lastNum: number }): Promise<boolean> {
    const { chainId, firstBlockNum } = await this.reader.status();
    // A chain that is read again may begin with a later block than before.
    const first = await this.reader.block(Math.max(firstNum, firstBlockNum));
    if (first === undefined) return false;
    this.#fork = undefined;
    this.listener.forked({ chainId, firstNum, lastNum: Math.max(firstNum, lastNum), newId: first.id });
    return true;
  }

  #add(change: () => Promise<void>): void {
    this.#last = this.#last.then(change).catch(this.onError);
  }
}
