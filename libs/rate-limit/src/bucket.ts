import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { DeferredHitInterceptor } from './deferred-hit.interceptor';

/** Tools and routes of one bucket share one count per client. Source: docs/rules.md, rate limits. */
export const BUCKETS = ['read', 'compose', 'relay', 'relay-refused', 'mirror', 'meta'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Where requests of a bucket count that are refused before they have an effect. */
const REFUSED_IN: Readonly<Partial<Record<Bucket, Bucket>>> = { relay: 'relay-refused' };

/** Every bucket counts in fixed windows of one minute, beginning with a client's first request. */
export const WINDOW_MS = 60_000;

const buckets = new WeakMap<object, Bucket>();

/**
 * Puts a handler, or every handler of a controller, into a bucket. A handler without one is not
 * limited; its own bucket wins over its controller's. A handler of a bucket with `refusedBucketOf` is
 * counted when its effect or its refusal is known (DeferredHit).
 */
export function Bucketed(bucket: Bucket): ClassDecorator & MethodDecorator {
  const mark = (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    buckets.set((descriptor?.value ?? target) as object, bucket);
  };
  if (refusedBucketOf(bucket) === undefined) return mark;
  return applyDecorators(mark, UseInterceptors(new DeferredHitInterceptor()));
}

/** The bucket of refused requests; undefined where every request counts in its own bucket, on arrival. */
export function refusedBucketOf(bucket: Bucket): Bucket | undefined {
  return REFUSED_IN[bucket];
}

/** The bucket a handler counts in, or undefined when it is not limited. */
export function bucketOf(handler: object, controller: object): Bucket | undefined {
  return buckets.get(handler) ?? buckets.get(controller);
}
