import type { Clock } from '@app/operations';
import { WINDOW_MS } from './bucket';
import type { Count } from './hit-counter';

interface Window {
  hits: number;
  readonly endsAt: number;
}

/**
 * Fixed windows in the memory of this process. Bounded: ended windows are dropped as new ones begin,
 * and above `maxKeys` the window closest to its end makes room.
 */
export class MemoryCounter {
  /** In order of their beginning, which is the order of their end: all are equally long. */
  readonly #windows = new Map<string, Window>();

  constructor(
    private readonly clock: Clock,
    private readonly maxKeys = 100_000,
  ) {}

  /** Counts `units` for `key`. */
  hit(key: string, units = 1): Count {
    const now = this.clock.monotonicMs();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#makeRoom(now);
      window = { hits: 0, endsAt: now + WINDOW_MS };
      this.#windows.set(key, window);
    }
    window.hits += units;
    return { hits: window.hits, msLeft: window.endsAt - now };
  }

  /** How many windows are held. */
  get size(): number {
    return this.#windows.size;
  }

  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < this.maxKeys) return;
      this.#windows.delete(key);
    }
  }
}
