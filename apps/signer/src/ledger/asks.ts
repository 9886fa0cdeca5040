import { type Ask, SpendingError, type SpendingState } from './spending-rules';

/** A request waits this long for a person. Then it has to be sent again. */
export const ASK_LIVES_MS = 3_600_000;
const MOST_OPEN_ASKS = 20;

/** Questions that wait for a person, the oldest first. One that another call of its request replaced counts too. */
export function openAsks({ asks, approved }: SpendingState, nowMs: number): Ask[] {
  return asks.filter(
    ({ request, call, at }) => at > nowMs - ASK_LIVES_MS && approved.get(request)?.call !== call,
  );
}

/**
 * Refuses a question beyond the bound: an agent must not flood the person, nor the log.
 * @throws SpendingError
 */
export function assertMayAsk(state: SpendingState, nowMs: number): void {
  const open = openAsks(state, nowMs);
  const [oldest] = open;
  if (oldest === undefined || open.length < MOST_OPEN_ASKS) return;
  throw new SpendingError(
    'approval',
    `${open.length} requests wait for a person already, which is the most. Approve one, or wait until ${new Date(oldest.at + ASK_LIVES_MS).toISOString()}, when the oldest one expires`,
  );
}
