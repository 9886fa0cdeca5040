/** Tools and routes of one bucket share one count per client. Source: docs/rules.md, rate limits. */
export const BUCKETS = ['read', 'compose', 'relay', 'mirror'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Every bucket counts in fixed windows of one minute, beginning with a client's first request. */
export const WINDOW_MS = 60_000;

const buckets = new WeakMap<object, Bucket>();

/**
 * Puts a handler, or every handler of a controller, into a bucket. A handler without one is not
 * limited; its own bucket wins over its controller's.
 */
export function Bucketed(bucket: Bucket): ClassDecorator & MethodDecorator {
  return (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor) => {
    buckets.set((descriptor?.value ?? target) as object, bucket);
  };
}

/** The bucket a handler counts in, or undefined when it is not limited. */
export function bucketOf(handler: object, controller: object): Bucket | undefined {
  return buckets.get(handler) ?? buckets.get(controller);
}
