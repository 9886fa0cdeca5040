import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { type Bucket, markBucket, refusedBucketOf } from './bucket';
import { DeferredHitInterceptor } from './deferred-hit.interceptor';

/**
 * Puts a handler, or every handler of a controller, into a bucket. A handler without one is not
 * limited; its own bucket wins over its controller's. A handler of a bucket with `refusedBucketOf` is
 * counted when its effect or its refusal is known (DeferredHit).
 */
export function Bucketed(bucket: Bucket): ClassDecorator & MethodDecorator {
  const mark = (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    markBucket((descriptor?.value ?? target) as object, bucket);
  };
  if (refusedBucketOf(bucket) === undefined) return mark;
  return applyDecorators(mark, UseInterceptors(new DeferredHitInterceptor()));
}
