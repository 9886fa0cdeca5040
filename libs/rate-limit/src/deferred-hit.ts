import type { Bucket } from './bucket';

/** Counts one request in a bucket and writes the headers. Rejects with RateLimitedError over the limit. */
export type CountIn = (bucket: Bucket) => Promise<void>;

/**
 * A request that is counted once, when it is known where: in its bucket right before it has an effect, or in
 * the bucket of refusals when it is refused without one. Both counts are atomic, so that neither limit is
 * passed however many requests arrive at once, at however many replicas.
 */
export class DeferredHit {
  #isCounted = false;

  constructor(
    private readonly countIn: CountIn,
    private readonly bucket: Bucket,
    private readonly refusedBucket: Bucket,
  ) {}

  /**
   * Counts the request in its bucket, unless it is counted already. Call it right before the effect.
   * @throws RateLimitedError over the limit: the effect must not happen.
   */
  take(): Promise<void> {
    return this.#count(this.bucket);
  }

  /**
   * Counts the request as refused, unless it is counted already.
   * @throws RateLimitedError over the limit, to be answered in place of the refusal.
   */
  refused(): Promise<void> {
    return this.#count(this.refusedBucket);
  }

  async #count(bucket: Bucket): Promise<void> {
    if (this.#isCounted) return;
    this.#isCounted = true;
    await this.countIn(bucket);
  }
}

const hits = new WeakMap<object, DeferredHit>();

/** Leaves the hit of a request for its handler and for the interceptor. */
export function deferHit(request: object, hit: DeferredHit): void {
  hits.set(request, hit);
}

/** The hit of a request whose bucket defers counting. Throws for any other: a defect. */
export function deferredHitOf(request: object): DeferredHit {
  const hit = hits.get(request);
  if (hit === undefined) throw new Error('no hit was deferred for this request');
  return hit;
}
