// Scripts over one webhook: its lease and its position. A key of another type, or too long, is none of replicas: its value
// is read as a text that no replica makes, and never leaves Redis.

/** Longer than any lease of a replica. */
const MAX_LEASE_BYTES = 160;
/** The position of a webhook that no replica has any more is forgotten. */
export const POSITION_KEPT_MS = 30 * 24 * 3_600_000;

const PRELUDE = (maxPositionBytes: number): string => `
local lease, position = KEYS[1], KEYS[2]
local function textOf(key, most)
  local kind = redis.call('TYPE', key).ok
  if kind == 'none' then return '' end
  if kind ~= 'string' or redis.call('STRLEN', key) > most then return 'none of replicas' end
  return redis.call('GET', key)
end
local held = textOf(lease, ${MAX_LEASE_BYTES})
local stored = textOf(position, ${maxPositionBytes})
local own = ARGV[1]
local isOwn = held ~= '' and string.sub(held, 1, #own) == own
`;

/**
 * Holds a webhook (own mark, a lease that is over or forged, the new lease, its milliseconds, a position to replace, the
 * one to put back or nothing). Answers whether it is held, the lease of another replica, and the position. A
 * forged position stays until the holder keeps one of its own: a replica that takes over before sees that one was lost.
 */
export const HOLD = (maxPositionBytes: number): string => `${PRELUDE(maxPositionBytes)}
local over, new, leaseMs, replaced, known = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
if held ~= '' and held ~= over and not isOwn then return { 'other', held, stored } end
redis.call('SET', lease, new, 'PX', leaseMs)
if known ~= '' and (stored == '' or stored == replaced) then
  stored = known
  redis.call('SET', position, known)
end
if stored ~= '' then redis.call('PEXPIRE', position, ${POSITION_KEPT_MS}) end
return { 'held', '', stored }
`;

/** Keeps the position of a webhook (own mark, position) where this replica holds it. */
export const KEEP = (maxPositionBytes: number): string => `${PRELUDE(maxPositionBytes)}
if not isOwn then return 0 end
redis.call('SET', position, ARGV[2], 'PX', ${POSITION_KEPT_MS})
return 1
`;

/** Ends the lease of this replica (own mark). */
export const RELEASE = (maxPositionBytes: number): string => `${PRELUDE(maxPositionBytes)}
if isOwn then redis.call('DEL', lease) end
return 1
`;
