// The face for several replicas: stores of what they have in common, in Redis.
export { RedisAnswers } from './cache/redis-answers';
export { RedisCordons } from './cordon/redis-cordons';
export { RedisHeads } from './pool/redis-heads';
export { RedisPushes } from './push/redis-pushes';
export { SharedHolders } from './push/sent-to-nodes/shared-holders';
export { RedisWatches } from './push/watch/shared/redis-watches';
