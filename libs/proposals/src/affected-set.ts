import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@app/operations';
import { parseAffectedList, type AffectedList } from './affected-list';
import type { AffectedSource } from './affected-source';

/** What the set says about some keys. `checked` false: it could not be asked; nothing is known. */
export interface AffectedVerdict {
  readonly affected: boolean;
  readonly checked: boolean;
}

/** How the copy at hand is doing, for readiness and logs. */
export interface AffectedSetState {
  /** Entries of the last good copy; 0 without one. */
  readonly size: number;
  /** Age of the last good copy in seconds; null without one. */
  readonly ageSeconds: number | null;
  /** Why the last refresh failed; null when it did not. */
  readonly problem: string | null;
}

export interface AffectedSetOptions {
  readonly clock: Clock;
  readonly refreshMs: number;
  /** Told after every refresh that changed what `state` says. */
  readonly onRefresh?: (state: AffectedSetState) => void;
}

/** A copy older than this no longer clears a key: entries may have been added since. A hit stays a hit. */
const MAX_CLEARING_AGE_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 10_000;
/** A publisher that does not answer must not hold up every tool. */
const FIRST_COPY_WAIT_MS = 1_500;

interface Copy {
  readonly list: AffectedList;
  readonly atMs: number;
}

/**
 * The published set of compromised keys of one network. It is read when it is first needed and again
 * when it is old; a refresh that fails leaves the last good copy in place. Without a copy, and with a
 * copy too old to clear anybody, the answer is "unchecked", never "safe".
 */
export class AffectedSet {
  #copy: Copy | undefined;
  #problem: string | null = null;
  #triedAtMs = -Infinity;
  #refreshing: Promise<void> | undefined;

  /** @param source undefined: this network publishes none, and nothing is ever checked. */
  constructor(
    private readonly source: AffectedSource | undefined,
    private readonly options: AffectedSetOptions,
  ) {}

  /** Whether one of the hashes is in the set. */
  async verdict(hashes: readonly string[]): Promise<AffectedVerdict> {
    const refresh = this.#refreshWhenDue();
    // Only who has nothing at all waits for the first copy, and not for long.
    if (this.#copy === undefined && refresh !== undefined) {
      await Promise.race([refresh, pause(FIRST_COPY_WAIT_MS, undefined, { ref: false })]);
    }
    if (this.#copy === undefined) return { affected: false, checked: false };
    const { list, atMs } = this.#copy;
    if (hashes.some((hash) => list.has(hash))) return { affected: true, checked: true };
    return { affected: false, checked: this.options.clock.now() - atMs <= MAX_CLEARING_AGE_MS };
  }

  state(): AffectedSetState {
    const copy = this.#copy;
    return {
      size: copy?.list.size ?? 0,
      ageSeconds: copy === undefined ? null : Math.floor((this.options.clock.now() - copy.atMs) / 1000),
      problem: this.#problem,
    };
  }

  /** Reads the source now. Never rejects: a failure is in `state`. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  #refreshWhenDue(): Promise<void> | undefined {
    if (this.source === undefined) return undefined;
    const waitMs =
      this.#problem === null ? this.options.refreshMs : Math.min(RETRY_MS, this.options.refreshMs);
    const isDue = this.options.clock.now() - this.#triedAtMs >= waitMs;
    return isDue ? this.refresh() : this.#refreshing;
  }

  async #load(): Promise<void> {
    if (this.source === undefined) return;
    this.#triedAtMs = this.options.clock.now();
    try {
      const list = parseAffectedList(await this.source());
      this.#copy = { list, atMs: this.options.clock.now() };
      this.#problem = null;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
    }
    this.options.onRefresh?.(this.state());
  }
}
