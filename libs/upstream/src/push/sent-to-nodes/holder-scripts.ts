// Scripts over the hash of one transaction: the nodes that may hold it, and the authenticated value of each.

/** More nodes than a network has; a hash with more was not made by replicas. */
const MAX_HOLDERS = 64;
/** Longer than the address of any node. */
const MAX_NODE_BYTES = 1_024;
/** Longer than any value of a replica. */
const MAX_VALUE_BYTES = 128;

const IS_HASH = `redis.call('TYPE', KEYS[1]).ok == 'hash' and redis.call('HLEN', KEYS[1]) <= ${MAX_HOLDERS}`;

/**
 * Answers how many parts are of no form that replicas make, then nodes and values in turns. Parts that are too
 * long, or too many, never leave Redis.
 */
export const HOLDERS = `
if redis.call('EXISTS', KEYS[1]) == 0 then return { 0 } end
if not (${IS_HASH}) then return { 1 } end
local found = { 0 }
for _, node in ipairs(redis.call('HKEYS', KEYS[1])) do
  if #node <= ${MAX_NODE_BYTES} and redis.call('HSTRLEN', KEYS[1], node) <= ${MAX_VALUE_BYTES} then
    found[#found + 1] = node
    found[#found + 1] = redis.call('HGET', KEYS[1], node)
  else
    found[1] = found[1] + 1
  end
end
return found
`;

/** Adds a node (with its value, and milliseconds until the key may end) in place of anything that replicas do not make. */
export const ADD_HOLDER = `
if not (${IS_HASH}) then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`;

/** Removes a node. */
export const REMOVE_HOLDER = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])
`;
