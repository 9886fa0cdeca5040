import type { Clock } from '@app/operations/core';

/** The highest head of each network, in common with other replicas. */
export interface SharedHeads {
  /**
   * States the head that this replica knows; 0 states none.
   * @returns the highest one that a replica stated lately; `head` itself while the storage is lost. Never rejects
   */
  raise(network: string, head: number): Promise<number>;
}

/** A head that no node has for so long was that of another chain: a development chain that was reset. */
const REMEMBERED_MS = 30_000;

/** The highest heads of one network that clients may have seen, through this replica or through another one. */
export class ShownHeads {
  #stated = 0;
  #shared = 0;
  #sharedAtMs = 0;
  #shown = 0;
  #shownAtMs = 0;
  #isSharing = false;
  /** Calls that were made since the last one went to the storage. */
  #waiting: { head: number; readonly highest: Promise<number> } | undefined;
  #raised: Promise<unknown> = Promise.resolve();
  readonly #clock: Clock;
  readonly #storage: SharedHeads | undefined;

  /** @param isPossible whether the nodes of this replica allow a head that another one states; others are ignored */
  constructor(
    private readonly network: string,
    { clock, sharedHeads }: { readonly clock: Clock; readonly sharedHeads?: SharedHeads | undefined },
    private readonly isPossible: (head: number) => boolean,
  ) {
    this.#clock = clock;
    this.#storage = sharedHeads;
  }

  /** The head of other replicas that was read last, believed or not; 0 when there was none. */
  get stated(): number {
    return this.#stated;
  }

  /** Highest head of other replicas; 0 when there are none. */
  get shared(): number {
    return this.#clock.monotonicMs() - this.#sharedAtMs > REMEMBERED_MS ? 0 : this.#shared;
  }

  /** Whether other replicas may have shown a higher head than this one knows. */
  get isShared(): boolean {
    return this.#storage !== undefined;
  }

  /**
   * A client is about to see a head: false when one has seen a higher one, through this replica or another one. States
   * the head to the others before it is seen. Never rejects.
   */
  async show(head: number): Promise<boolean> {
    if (head < this.highest) return false;
    const highest = await this.#raise(head);
    if (head < highest || head < this.highest) return false;
    this.#shown = head;
    this.#shownAtMs = this.#clock.monotonicMs();
    return true;
  }

  /** States this replica's head to the others, and takes theirs. One at a time. Never rejects. */
  async share(head: number): Promise<void> {
    if (this.#storage === undefined || this.#isSharing) return;
    this.#isSharing = true;
    await this.#raise(head);
    this.#isSharing = false;
  }

  /** The nodes exclude a head that was shown or stated before: it was that of a node that was believed alone. */
  forgetImpossible(): void {
    if (!this.isPossible(this.#shown)) this.#shown = 0;
    if (!this.isPossible(this.#shared)) this.#shared = 0;
  }

  /** The highest head that a client may have seen; 0 when none lately. */
  get highest(): number {
    const isRecent = this.#clock.monotonicMs() - this.#shownAtMs <= REMEMBERED_MS;
    return Math.max(isRecent ? this.#shown : 0, this.shared);
  }

  /** The highest head of all replicas and of the calls that go to the storage together: one at a time, none early. */
  #raise(head: number): Promise<number> {
    const storage = this.#storage;
    if (storage === undefined) return Promise.resolve(head);
    if (this.#waiting !== undefined) {
      this.#waiting.head = Math.max(head, this.#waiting.head);
      return this.#waiting.highest;
    }
    const waiting = { head, highest: this.#raised.then(() => this.#raiseNow(storage)) };
    this.#waiting = waiting;
    this.#raised = waiting.highest;
    return waiting.highest;
  }

  async #raiseNow(storage: SharedHeads): Promise<number> {
    const head = this.#waiting?.head ?? 0;
    this.#waiting = undefined;
    const highest = await storage.raise(this.network, head);
    this.#stated = highest > head ? highest : 0;
    if (highest <= head || !this.isPossible(highest)) return head;
    this.#shared = highest;
    this.#sharedAtMs = this.#clock.monotonicMs();
    return highest;
  }
}
