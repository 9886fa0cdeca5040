import { KEPT_MS, MAX_RECORD_BYTES } from './request-record';
import { PARTS_OF_ROOM } from './request-store';

// Scripts over the records of request ids. All keys are of one slot of a cluster.

/** Longest value of a replica: a record and its code. */
const MAX_VALUE_BYTES = MAX_RECORD_BYTES + 64;

/** The value of a key; 0 for one that is no text, or longer than any of a replica: it never leaves Redis. */
export const READ_RECORD = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return false end
if kind ~= 'string' or redis.call('STRLEN', KEYS[1]) > ${MAX_VALUE_BYTES} then return 0 end
return redis.call('GET', KEYS[1])
`;

/** Milliseconds since 1970 at which Redis lost its data last, or was first used, and how long ago that is. */
const SINCE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function data_since(key)
  local since
  if redis.call('TYPE', key).ok == 'string' and redis.call('STRLEN', key) <= 20 then
    since = tonumber(redis.call('GET', key))
  end
  if not since or since > now then
    since = now
    redis.call('SET', key, string.format('%.0f', since))
  end
  return since
end
`;

/** The time since when Redis has its data. */
export const DATA_SINCE = `${SINCE}
return string.format('%.0f', data_since(KEYS[1]))
`;

/**
 * Keeps a value (ARGV[2]) in place of an expected one (ARGV[1], empty for none) for some milliseconds (ARGV[3]).
 * Answers `kept`; or the other value that is there; `young` while Redis has its data for less than ARGV[5] ms, or since
 * another time than ARGV[6], so that replicas put back first what they know; `full` where the client (KEYS[4]: ends of
 * its ids) has no room among ARGV[4] values, with the number of its ids and the milliseconds until the oldest of them
 * is forgotten, or the oldest of all where it has none.
 * `lost` when the id was kept and Redis has no value that a replica made (ARGV[7] is 1 where the expected one is none of
 * theirs): it was dropped before its end, as Redis does for want of memory, or overwritten. It may be of a transaction
 * that can be executed. Where ARGV[5] is 0 the value is replaced, as that of an id that was never kept, and the client
 * may have the whole room: its id was let in before. An id that another client holds needs room as a new one does, so
 * that two clients cannot take turns in holding it. Ids that a replica of an earlier version keeps are held by no client.
 */
export const CLAIM_RECORD = `${SINCE}
local function forget(ends)
  local kind = redis.call('TYPE', ends).ok
  if kind ~= 'zset' and kind ~= 'none' then redis.call('DEL', ends) end
  redis.call('ZREMRANGEBYSCORE', ends, '-inf', now)
  return redis.call('ZCARD', ends)
end
local since = data_since(KEYS[3])
if now - since < tonumber(ARGV[5]) or string.format('%.0f', since) ~= ARGV[6] then return { 'young' } end
local held = ''
if redis.call('TYPE', KEYS[1]).ok == 'string' and redis.call('STRLEN', KEYS[1]) <= ${MAX_VALUE_BYTES} then
  held = redis.call('GET', KEYS[1])
  if held ~= '' and held ~= ARGV[1] then return { 'held', held } end
end
local all = forget(KEYS[2])
local own = forget(KEYS[4])
-- Redis keeps a small set of names of up to 64 bytes in a quarter of the memory.
local name = redis.sha1hex(KEYS[1])
local is_new = tonumber(ARGV[5]) > 0
local is_known = redis.call('ZSCORE', KEYS[2], KEYS[1])
if is_known and is_new and (held == '' or ARGV[7] == '1') then return { 'lost' } end
local parts = is_new and ${PARTS_OF_ROOM} or 1
local has_room = parts * (own + 1) <= ARGV[4] - (all - own)
local oldest = redis.call('ZRANGE', own > 0 and KEYS[4] or KEYS[2], 0, 0, 'WITHSCORES')
local is_held = redis.call('ZSCORE', KEYS[4], name) or is_known and not is_new
if not has_room and not is_held then
  return { 'full', own, math.ceil((oldest[2] or now) - now) }
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('ZADD', KEYS[2], now + ARGV[3], KEYS[1])
redis.call('ZADD', KEYS[4], now + ARGV[3], name)
redis.call('PEXPIRE', KEYS[4], ${KEPT_MS})
return { 'kept' }
`;
