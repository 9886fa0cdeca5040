/** Tools and routes of one bucket share one count per client. Source: docs/reference/rules.md, rate limits. */
export const BUCKETS = ['read', 'compose', 'relay', 'relay-refused', 'mirror', 'meta'] as const;
/** A bucket of rate limits: one of BUCKETS. */
export type Bucket = (typeof BUCKETS)[number];

/** Where requests of a bucket count that are refused before they have an effect. */
const REFUSED_IN: Readonly<Partial<Record<Bucket, Bucket>>> = { relay: 'relay-refused' };

/** Limit of a bucket that is not limited: its requests are not counted and carry no headers. Source: docs/reference/limits.md. */
export const NO_LIMIT = 0;

/** Every bucket counts in fixed windows of one minute, beginning with a client's first request. */
export const WINDOW_MS = 60_000;

const buckets = new WeakMap<object, Bucket>();

/** Marks a handler, or a controller for all its handlers, as one of a bucket. */
export function markBucket(target: object, bucket: Bucket): void {
  buckets.set(target, bucket);
}

/** The bucket of refused requests; undefined where every request counts in its own bucket, on arrival. */
export function refusedBucketOf(bucket: Bucket): Bucket | undefined {
  return REFUSED_IN[bucket];
}

/** The bucket a handler counts in, or undefined when it is not limited. */
export function bucketOf(handler: object, controller: object): Bucket | undefined {
  return buckets.get(handler) ?? buckets.get(controller);
}
