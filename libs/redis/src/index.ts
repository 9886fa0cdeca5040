export { leaseEnd, leaseText } from './lease';
export type { RedisClient } from './redis-client';
export { RedisConnection } from './redis-connection';
export type { HostPort, RedisServer } from './redis-server';
export { RedisValues } from './redis-values';
export type { SharedValuesOptions } from './shared-values-options';
export {
  CODE_BYTES,
  codeOf,
  isCodeOf,
  MAX_CLOCK_SKEW_MS,
  type SharedSecret,
  textOf,
  type ValueBinding,
  withCode,
} from './value-code';
