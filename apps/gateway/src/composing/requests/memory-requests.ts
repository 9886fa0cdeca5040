import type { Clock } from '@app/operations';
import { KEPT_MS, type RequestRecord, textOfRecord } from './request-record';
import { type RequestStore, TooManyRequestsError } from './request-store';

interface Kept {
  readonly record: RequestRecord;
  readonly untilMs: number;
}

/** About 100 MB at most, with records of the usual size far less. */
const MAX_RECORDS = 100_000;

/**
 * In the memory of this process. Bounded: while it is full of records that are not forgotten yet, new ids are refused,
 * because a record that is dropped could be paid twice.
 */
export class MemoryRequests implements RequestStore {
  /** In the order in which they are forgotten. */
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    private readonly max = MAX_RECORDS,
  ) {}

  read(key: string): Promise<RequestRecord | undefined> {
    return Promise.resolve(this.get(key));
  }

  claim(
    key: string,
    record: RequestRecord,
    previous: RequestRecord | undefined,
  ): Promise<RequestRecord | undefined> {
    const held = this.get(key);
    if (held !== undefined && (previous === undefined || textOfRecord(held) !== textOfRecord(previous)))
      return Promise.resolve(held);
    if (!this.set(key, record)) return Promise.reject(new TooManyRequestsError());
    return Promise.resolve(undefined);
  }

  get(key: string): RequestRecord | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.clock.monotonicMs() < kept.untilMs ? kept.record : undefined;
  }

  /** Whether a record under this key can be kept beside as many further ones. */
  hasRoom(key: string, further = 0): boolean {
    this.#forget();
    return this.#kept.has(key) || this.#kept.size + further < this.max;
  }

  /** False when there is no room for another one. */
  set(key: string, record: RequestRecord): boolean {
    if (!this.hasRoom(key)) return false;
    this.#kept.delete(key);
    this.#kept.set(key, { record, untilMs: this.clock.monotonicMs() + KEPT_MS });
    return true;
  }

  /** All of them, with the milliseconds until they are forgotten. */
  entries(): { readonly key: string; readonly record: RequestRecord; readonly leftMs: number }[] {
    this.#forget();
    const nowMs = this.clock.monotonicMs();
    return [...this.#kept].map(([key, { record, untilMs }]) => ({ key, record, leftMs: untilMs - nowMs }));
  }

  #forget(): void {
    const nowMs = this.clock.monotonicMs();
    for (const [key, { untilMs }] of this.#kept) {
      if (nowMs < untilMs) return;
      this.#kept.delete(key);
    }
  }
}
