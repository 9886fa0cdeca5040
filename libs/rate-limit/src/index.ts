export { type Bucket, bucketOf, markBucket, NO_LIMIT, WINDOW_MS } from './bucket';
export { Bucketed } from './bucketed';
export { BucketGuard, CLIENT_ADDRESS } from './bucket.guard';
export { limitText } from './limit-text';
export { MESSAGE_PIECE_BYTES, MessageIntake } from './message-intake';
export { type CountedCall, CurrentCall } from './current-call';
export type { DeferredHit } from './deferred-hit';
export { CurrentHit } from './deferred-hit.interceptor';
export { RateLimitModule } from './rate-limit.module';
export { unitsOfKept, unitsOfPassed } from './units';
export { RateLimitedError } from './rate-limited-error';
export {
  type AddressedRequest,
  type ClientAddress,
  type CountableRequest,
  clientAddressReader,
  type Peer,
  peerReader,
} from '@app/operations';
export { StreamCounts, type StreamLimits } from './stream-counts';
