export type { RedisClient } from './redis-client';
export { RedisConnection } from './redis-connection';
export type { RedisServer } from './redis-server';
