import type { Clock } from '@app/operations';

/** The highest head of each network, in common with other replicas. */
export interface SharedHeads {
  /**
   * States the head that this replica knows.
   * @returns the highest one that a replica stated lately; `head` itself while the storage is lost. Never rejects
   */
  raise(network: string, head: number): Promise<number>;
}

/** A head that no node has for so long was that of another chain: a development chain that was reset. */
const REMEMBERED_MS = 30_000;

/** The highest heads of one network that clients may have seen, through this replica or through another one. */
export class ShownHeads {
  #shared = 0;
  #sharedAtMs = 0;
  #shown = 0;
  #shownAtMs = 0;
  #isSharing = false;

  constructor(
    private readonly network: string,
    private readonly clock: Clock,
    private readonly storage: SharedHeads | undefined,
  ) {}

  /** Highest head of other replicas; 0 when there are none. */
  get shared(): number {
    return this.clock.monotonicMs() - this.#sharedAtMs > REMEMBERED_MS ? 0 : this.#shared;
  }

  /** A client is about to see a head: false when one has seen a higher one. */
  show(head: number): boolean {
    const nowMs = this.clock.monotonicMs();
    const shown = nowMs - this.#shownAtMs <= REMEMBERED_MS ? this.#shown : 0;
    if (head < Math.max(shown, this.shared)) return false;
    this.#shown = head;
    this.#shownAtMs = nowMs;
    return true;
  }

  /** States this replica's head to the others, and takes theirs. One at a time. Never rejects. */
  async share(head: number): Promise<void> {
    if (this.storage === undefined || this.#isSharing || head === 0) return;
    this.#isSharing = true;
    const highest = await this.storage.raise(this.network, head);
    this.#isSharing = false;
    if (highest <= head) return;
    this.#shared = highest;
    this.#sharedAtMs = this.clock.monotonicMs();
  }
}
