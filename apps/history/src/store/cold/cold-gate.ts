import type { Clock } from '@app/operations';
import { StoreUnavailableError } from '../errors';

/** Statements that may be slow at once: each keeps a connection to the other tier. */
const SLOW_AT_ONCE = 3;
/** A statement that takes longer is slow. */
const SLOW_MS = 1_000;

/**
 * Keeps a cold tier that hangs, or searches for long, from taking the connections that newer actions are answered over:
 * while some statements are slow, no other one waits for it.
 */
export class ColdGate {
  readonly #running = new Set<{ readonly beganMs: number }>();

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  /** @throws StoreUnavailableError at once while the tier is slow; what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const nowMs = this.clock.monotonicMs();
    const slow = [...this.#running].filter(({ beganMs }) => nowMs - beganMs > SLOW_MS).length;
    if (slow >= SLOW_AT_ONCE)
      throw new StoreUnavailableError('the ClickHouse database is slow or hangs: older actions are in it');
    const statement = { beganMs: nowMs };
    this.#running.add(statement);
    try {
      return await work();
    } finally {
      this.#running.delete(statement);
    }
  }
}
