export { RedisConnection, type RedisConnectionOptions } from './redis-connection';
