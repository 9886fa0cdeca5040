export type { RedisClient } from './redis-client';
export { RedisConnection } from './redis-connection';
export type { HostPort, RedisServer } from './redis-server';
