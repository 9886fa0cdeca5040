import type { CachedReply } from './response-cache';

/** An immutable answer that a replica kept. */
export interface SharedAnswer {
  readonly reply: CachedReply;
  /** Milliseconds since the node answered, by the clocks of the replicas. */
  readonly ageMs: number;
}

/** Immutable answers in common with other replicas: a second level behind the memory of each. */
export interface SharedAnswers {
  /** @returns undefined when none is kept, or the storage is lost. Never rejects */
  get(key: string): Promise<SharedAnswer | undefined>;
  /** Never rejects. */
  set(key: string, reply: CachedReply): Promise<void>;
}
