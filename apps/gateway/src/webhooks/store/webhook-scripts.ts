// Scripts over one webhook: its lease and its position. A key of another type, or too long, is none of replicas.

/** Longer than any lease of a replica. */
const MAX_LEASE_BYTES = 160;
/** The position of a webhook that no replica has any more is forgotten. */
export const POSITION_KEPT_MS = 30 * 24 * 3_600_000;

const PRELUDE = (maxPositionBytes: number): string => `
local lease, position = KEYS[1], KEYS[2]
local function textOf(key, most)
  if redis.call('TYPE', key).ok ~= 'string' then
    redis.call('DEL', key)
    return ''
  end
  if redis.call('STRLEN', key) > most then return '' end
  return redis.call('GET', key)
end
local held = textOf(lease, ${MAX_LEASE_BYTES})
local stored = textOf(position, ${maxPositionBytes})
local own = ARGV[1]
local isOwn = held ~= '' and string.sub(held, 1, #own) == own
`;

/**
 * Holds a webhook (own mark, a lease that is over or forged, the new lease, its milliseconds, a position that is forged,
 * the position to put back or nothing). Answers whether it is held, the lease of another replica, and the position.
 */
export const HOLD = (maxPositionBytes: number): string => `${PRELUDE(maxPositionBytes)}
local over, new, leaseMs, forged, known = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
if held ~= '' and held ~= over and not isOwn then return { 'other', held, stored } end
redis.call('SET', lease, new, 'PX', leaseMs)
if stored == '' or stored == forged then
  stored = known
  if known == '' then redis.call('DEL', position) else redis.call('SET', position, known) end
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
