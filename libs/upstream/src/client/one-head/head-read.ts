import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatedRead, ReadMoment } from '../../cache/read-cache';
import type { ChainInfo } from '../../node/info';

/** A read of a call, to be sent again. */
type SendAgain = () => Promise<unknown>;

const calls = new AsyncLocalStorage<HeadRead>();

/** One attempt to read all parts of an answer at one head of one node. */
export class HeadRead {
  #lastMs = 0;
  #otherNode: string | undefined;
  /** By their keys. */
  readonly #sent = new Map<string, SendAgain>();

  /**
   * @param owner of the reads: other chains are not concerned
   * @param moment the node, and since when it has the head
   * @param info that names the head
   */
  constructor(
    private readonly owner: object,
    readonly moment: ReadMoment,
    readonly info: ChainInfo,
  ) {}

  /** The attempt that the running code belongs to; undefined where its reads may be of several heads. */
  static of(owner: object): HeadRead | undefined {
    const current = calls.getStore();
    return current?.owner === owner ? current : undefined;
  }

  /** Runs the code that reads. */
  run<T>(code: () => T): T {
    return calls.run(this, code);
  }

  /** When the last part arrived. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** Another node that answered a part; undefined where none did. */
  get otherNode(): string | undefined {
    return this.#otherNode;
  }

  /** The reads of the attempt. */
  get sent(): readonly SendAgain[] {
    return [...this.#sent.values()];
  }

  /** A part is asked for. */
  send(key: string, again: SendAgain): void {
    this.#sent.set(key, again);
  }

  /** A part was read. */
  add({ nodes, endedMs }: DatedRead<unknown>): void {
    this.#lastMs = Math.max(this.#lastMs, endedMs);
    if (nodes?.includes(this.moment.node) !== true) this.#otherNode = nodes?.[0] ?? '';
  }
}
