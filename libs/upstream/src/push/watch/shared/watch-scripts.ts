// Scripts over the watches of one network: records and leases by transaction id, the ids by the end of their leases, and
// the bytes of all records. A key of another type is none of replicas, and is removed.

/** The block of a transaction is known to other replicas for so long. */
export const BLOCK_KEPT_MS = 3_600_000;
/** Longer than any block number of a replica. */
const MAX_BLOCK_BYTES = 64;

/** The value of a key; nothing for one that is no text, or that replicas do not make: it never leaves Redis. */
export const BLOCK = `
if redis.call('TYPE', KEYS[1]).ok ~= 'string' or redis.call('STRLEN', KEYS[1]) > ${MAX_BLOCK_BYTES} then return false end
return redis.call('GET', KEYS[1])
`;

/** Most watches of one network, and most bytes of their records. */
export const MAX_WATCHES = 10_000;
export const MAX_BYTES = 32 * 1024 * 1024;
/** A body of the node API has 2 MiB at most. */
export const MAX_RECORD_BYTES = 2 * 1024 * 1024 + 64 * 1024;
/** Bytes of records after which an answer ends. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;
/** Longer than any lease of a replica. */
const MAX_LEASE_BYTES = 160;
const ID_BYTES = 64;
/** Longer than any transaction is watched. */
const KEPT_MS = 2 * 3_600_000;
const MAX_DIGITS = 20;

const PRELUDE = `
local records, leases, due, bytes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
for key, kind in pairs({ [records] = 'hash', [leases] = 'hash', [due] = 'zset', [bytes] = 'string' }) do
  local is = redis.call('TYPE', key).ok
  if is ~= 'none' and is ~= kind then redis.call('DEL', key) end
end
local used = 0
if redis.call('EXISTS', records) == 1 and redis.call('STRLEN', bytes) <= ${MAX_DIGITS} then
  used = tonumber(redis.call('GET', bytes) or '') or 0
end
local function count(by)
  used = math.max(0, used + by)
  redis.call('SET', bytes, string.format('%.0f', used), 'PX', ${KEPT_MS})
end
local function leaseOf(id)
  if redis.call('HSTRLEN', leases, id) > ${MAX_LEASE_BYTES} then return '' end
  return redis.call('HGET', leases, id) or ''
end
local function remove(id)
  local size = redis.call('HSTRLEN', records, id)
  if redis.call('HDEL', records, id) == 1 then count(-size) end
  redis.call('HDEL', leases, id)
  redis.call('ZREM', due, id)
end
`;

/**
 * Gives a watch (id, own mark, a lease of another replica that is over, the new lease, its end, record or nothing, the
 * part of the room that it may use: 1, or 2 for half, and the least bytes of its record) to this replica. Answers `kept`,
 * `full`, `absent` where a record is needed and has room, or the lease of another replica.
 */
export const KEEP = `${PRELUDE}
local id, own, over, lease, untilMs, record = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local part, least = tonumber(ARGV[7]), tonumber(ARGV[8])
local current = leaseOf(id)
if current ~= '' and current ~= over and string.sub(current, 1, #own) ~= own then return current end
if redis.call('HSTRLEN', records, id) == 0 then
  local size = math.max(#record, least)
  if redis.call('HLEN', records) >= ${MAX_WATCHES} / part or used + size > ${MAX_BYTES} / part then return 'full' end
  if record == '' then return 'absent' end
  if redis.call('HSET', records, id, record) == 1 then count(#record) end
end
redis.call('HSET', leases, id, lease)
redis.call('ZADD', due, untilMs, id)
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${KEPT_MS}) end
return 'kept'
`;

/** Removes a watch (id). */
export const END = `${PRELUDE}
remove(ARGV[1])
return 1
`;

/**
 * Watches whose lease is over at a time (milliseconds since 1970; at most so many): how many were of no form that
 * replicas make, which are removed, then id, lease and record in turns.
 */
export const DUE = `${PRELUDE}
local found, size = { 0 }, 0
local oldest = redis.call('ZRANGE', due, 0, tonumber(ARGV[2]) - 1, 'WITHSCORES')
for at = 1, #oldest, 2 do
  local id = oldest[at]
  if tonumber(oldest[at + 1]) > tonumber(ARGV[1]) or size > ${MAX_REPLY_BYTES} then break end
  local length = redis.call('HSTRLEN', records, id)
  if #id ~= ${ID_BYTES} or length == 0 or length > ${MAX_RECORD_BYTES} then
    remove(id)
    -- Redis may have dropped all records for want of memory.
    if #id ~= ${ID_BYTES} or length > 0 then found[1] = found[1] + 1 end
  else
    size = size + length
    for _, part in ipairs({ id, leaseOf(id), redis.call('HGET', records, id) }) do found[#found + 1] = part end
  end
end
return found
`;

/** The lease of a watch (id) ends at another time (milliseconds since 1970) than its place says. */
export const PLACE = `${PRELUDE}
redis.call('ZADD', due, ARGV[2], ARGV[1])
return 1
`;
