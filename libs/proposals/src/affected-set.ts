import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@app/operations';
import { parseAffectedList, type AffectedList } from './affected-list';
import type { AffectedSource } from './affected-source';

/** Status of keys in the set. `checked` false: the set was not available; nothing is known. */
export interface AffectedStatus {
  readonly affected: boolean;
  readonly checked: boolean;
}

/** How the copy at hand is doing, for readiness and logs. */
export interface AffectedSetState {
  /** Hashes of the last good copy; 0 without one. */
  readonly size: number;
  /** Entries of the last good copy that are no hash and were skipped. */
  readonly malformed: number;
  /** Age of the last good copy in seconds, now; null without one. */
  readonly ageSeconds: number | null;
  /** Whether the copy is young enough to clear a key. */
  readonly clears: boolean;
  /** Why the last refresh failed; null when it did not. */
  readonly problem: string | null;
}

/** Clock and refresh interval of an affected set. */
export interface AffectedSetOptions {
  readonly clock: Clock;
  /** From the start of one refresh to that of the next, in milliseconds. */
  readonly refreshMs: number;
  /** Called after every refresh. */
  readonly onRefresh?: (state: AffectedSetState) => void;
}

/**
 * A copy older than this many intervals no longer clears a key: entries may have been added since. A hit
 * stays a hit. Source: docs/reference/rules.md, proposals.
 */
const CLEARING_INTERVALS = 3;
/** Longest interval of reads while the publication fails. */
const RETRY_MS = 10_000;
/** A publisher that does not answer must not hold up every tool. */
const FIRST_COPY_WAIT_MS = 1_500;

interface Copy {
  readonly list: AffectedList;
  /** Monotonic time at which reading it began. */
  readonly atMs: number;
}

/**
 * The published set of compromised keys of one network. From `start` on it is read by its own timer, so
 * that every request of one moment sees the same copy and no request brings the refresh about. A refresh
 * that fails, whatever the reason, leaves the last good copy in place. Without a copy, and with one too old
 * to clear a key, the answer is "unchecked", never "safe".
 */
export class AffectedSet {
  #copy: Copy | undefined;
  #problem: string | null = null;
  #refreshing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param source undefined: this network publishes none, and nothing is ever checked. */
  constructor(
    private readonly source: AffectedSource | undefined,
    private readonly options: AffectedSetOptions,
  ) {}

  /** Reads the source now and from then on, until `stop`. The timer keeps no process alive. */
  start(): void {
    if (this.source !== undefined) void this.#refreshAndSchedule();
  }

  /** Ends the refreshing. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Whether one of the hashes is in the set. Waits only for a first copy that is being read, and not for long. */
  async statusOf(hashes: readonly string[]): Promise<AffectedStatus> {
    if (this.#copy === undefined && this.#refreshing !== undefined) {
      await Promise.race([this.#refreshing, pause(FIRST_COPY_WAIT_MS, undefined, { ref: false })]);
    }
    const copy = this.#copy;
    if (copy === undefined) return { affected: false, checked: false };
    const affected = hashes.some((hash) => copy.list.hashes.has(hash));
    return { affected, checked: affected || this.#clears(copy) };
  }

  state(): AffectedSetState {
    const copy = this.#copy;
    return {
      size: copy?.list.hashes.size ?? 0,
      malformed: copy?.list.malformed ?? 0,
      ageSeconds: copy === undefined ? null : Math.floor(this.#ageMs(copy) / 1000),
      clears: copy !== undefined && this.#clears(copy),
      problem: this.#problem,
    };
  }

  /** Reads the source now. Never rejects: a failure is in `state`. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refreshAndSchedule(): Promise<void> {
    const startedMs = this.options.clock.monotonicMs();
    await this.refresh();
    if (this.#isStopped) return;
    const { refreshMs, clock } = this.options;
    const intervalMs = this.#problem === null ? refreshMs : Math.min(RETRY_MS, refreshMs);
    const waitMs = Math.max(0, intervalMs - (clock.monotonicMs() - startedMs));
    this.#timer = setTimeout(() => void this.#refreshAndSchedule(), waitMs).unref();
  }

  async #load(): Promise<void> {
    if (this.source === undefined) return;
    const atMs = this.options.clock.monotonicMs();
    try {
      this.#copy = { list: parseAffectedList(await this.source()), atMs };
      this.#problem = null;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
    }
    this.options.onRefresh?.(this.state());
  }

  #ageMs({ atMs }: Copy): number {
    return this.options.clock.monotonicMs() - atMs;
  }

  #clears(copy: Copy): boolean {
    return this.#ageMs(copy) <= CLEARING_INTERVALS * this.options.refreshMs;
  }
}
