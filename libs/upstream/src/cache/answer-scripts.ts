// Scripts over kept answers: one key for each, an index by age, and the bytes of all.

/** Answer of READ_ANSWER for a value that replicas do not make. */
export const REFUSED = 0;
/** Answers that one call drops at most: Redis runs no other command meanwhile. */
const MAX_DROPPED = 1_000;

/** The value of a key; 0 for one that is no text, or longer than the bytes given: it never leaves Redis. */
export const READ_ANSWER = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return false end
if kind ~= 'string' or redis.call('STRLEN', KEYS[1]) > tonumber(ARGV[1]) then return ${REFUSED} end
return redis.call('GET', KEYS[1])
`;

/**
 * Adds an answer unless it is there. Drops expired answers from the index, then the oldest ones, until all fit. The index
 * may count an answer that Redis evicted by itself: then less is kept, for as long as an answer is kept at most. An index
 * or a number of bytes of another form is made anew; a member that names a key of another kind leaves that key alone.
 */
export const ADD_ANSWER = `
local entry, index, total = KEYS[1], KEYS[2], KEYS[3]
local size, ttl, max, prefix = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
if redis.call('EXISTS', entry) == 1 then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = 0
if redis.call('TYPE', index).ok ~= 'zset' then
  redis.call('DEL', index)
elseif redis.call('TYPE', total).ok == 'string' and redis.call('STRLEN', total) <= 20 then
  used = tonumber(redis.call('GET', total)) or 0
end
local member = size .. ':' .. entry
if redis.call('ZREM', index, member) == 1 then used = used - size end
for dropped = 0, ${MAX_DROPPED} do
  local oldest = redis.call('ZRANGE', index, 0, 0, 'WITHSCORES')
  if not oldest[1] then used = 0 end
  if not oldest[1] or (used + size <= max and tonumber(oldest[2]) + ttl > now) then break end
  if dropped == ${MAX_DROPPED} then
    redis.call('SET', total, string.format('%.0f', math.max(0, used)), 'PX', ttl)
    return 0
  end
  redis.call('ZREM', index, oldest[1])
  local bytes, dropping = string.match(oldest[1], '^(%d+):(.+)$')
  if dropping and string.sub(dropping, 1, #prefix) == prefix then
    redis.call('DEL', dropping)
    used = used - tonumber(bytes)
  end
end
redis.call('SET', entry, ARGV[1], 'PX', ttl)
redis.call('ZADD', index, now, member)
redis.call('PEXPIRE', index, ttl)
redis.call('SET', total, string.format('%.0f', math.max(0, used) + size), 'PX', ttl)
return 1
`;
