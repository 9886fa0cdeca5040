export { RedisConnection } from './redis-connection';
