import type { Clock } from '@app/operations';
import { KEPT_MS, type RequestRecord, textOfRecord } from './request-record';
import { PARTS_OF_ROOM, type RequestStore, TooManyRequestsError } from './request-store';

interface Kept {
  readonly record: RequestRecord;
  readonly untilMs: number;
  /** The first one that it was kept for: it holds the id as long as it is kept. */
  readonly client: string;
}

/** A record with the milliseconds until it is forgotten. */
export interface KeptEntry {
  readonly key: string;
  readonly record: RequestRecord;
  readonly client: string;
  readonly leftMs: number;
}

/** About 100 MB at most, with records of the usual size far less. */
const MAX_RECORDS = 100_000;

/**
 * In the memory of this process. Bounded: a client has new ids refused while it holds its part of the room, because a
 * record that is dropped could be paid twice.
 */
export class MemoryRequests implements RequestStore {
  /** In the order in which they are forgotten. */
  readonly #kept = new Map<string, Kept>();
  /** How many of them each client holds. */
  readonly #held = new Map<string, number>();

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
    client: string,
  ): Promise<RequestRecord | undefined> {
    const held = this.get(key);
    if (held !== undefined && (previous === undefined || textOfRecord(held) !== textOfRecord(previous)))
      return Promise.resolve(held);
    if (!this.hasRoom(key, client)) return Promise.reject(this.refusal(client));
    this.set(key, record, client);
    return Promise.resolve(undefined);
  }

  get(key: string): RequestRecord | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.clock.monotonicMs() < kept.untilMs ? kept.record : undefined;
  }

  /** Whether a record under this key can be kept for a client beside as many further ones of others. */
  hasRoom(key: string, client: string, further = 0): boolean {
    this.#forget();
    const own = this.#held.get(client) ?? 0;
    const others = this.#kept.size + further - own;
    return this.#kept.has(key) || PARTS_OF_ROOM * (own + 1) <= this.max - others;
  }

  /** The error for a client without room. */
  refusal(client: string): TooManyRequestsError {
    const own = this.#held.get(client) ?? 0;
    for (const kept of this.#kept.values())
      if (own === 0 || kept.client === client)
        return new TooManyRequestsError(own, kept.untilMs - this.clock.monotonicMs());
    return new TooManyRequestsError(own, 0);
  }

  /** Keeps it, whether or not there is room. */
  set(key: string, record: RequestRecord, client: string): void {
    this.#forget();
    const holder = this.#kept.get(key)?.client ?? client;
    this.#delete(key, holder);
    this.#kept.set(key, { record, untilMs: this.clock.monotonicMs() + KEPT_MS, client: holder });
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
  }

  /** All of them, with the milliseconds until they are forgotten. */
  entries(): readonly KeptEntry[] {
    this.#forget();
    const nowMs = this.clock.monotonicMs();
    return [...this.#kept].map(([key, { untilMs, ...kept }]) => ({ key, ...kept, leftMs: untilMs - nowMs }));
  }

  #forget(): void {
    const nowMs = this.clock.monotonicMs();
    for (const [key, { untilMs, client }] of this.#kept) {
      if (nowMs < untilMs) return;
      this.#delete(key, client);
    }
  }

  #delete(key: string, client: string): void {
    if (!this.#kept.delete(key)) return;
    const left = (this.#held.get(client) ?? 0) - 1;
    if (left > 0) this.#held.set(client, left);
    else this.#held.delete(client);
  }
}
