import { performance } from 'node:perf_hooks';

/** A reader of standard output that takes nothing for so long does not delay the end of the process any more. */
const STALLED_MS = 1_000;

/**
 * Bounds the wait for the reader of a full pipe while lines are written synchronously, which is at exit and for a
 * fatal error: without it a log collector that hangs keeps the process alive until it is killed.
 */
export class LastLines {
  #bytesLeft: number | undefined;
  #sinceMs = 0;
  #isBounded = false;

  /** Runs `write`; the lines that a stalled reader does not take are lost. */
  bounded(write: () => void): void {
    this.#isBounded = true;
    this.#bytesLeft = undefined;
    try {
      write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    } finally {
      this.#isBounded = false;
    }
  }

  /** Whether a write that met a full pipe is tried again. @param bytesLeft that are not written yet */
  mayWait(bytesLeft: number): boolean {
    if (!this.#isBounded) return true;
    const nowMs = performance.now();
    if (bytesLeft !== this.#bytesLeft) this.#sinceMs = nowMs;
    this.#bytesLeft = bytesLeft;
    return nowMs - this.#sinceMs < STALLED_MS;
  }
}
