import { SpendingError, type SpendingState } from './spending-rules';

/**
 * Refuses a transaction while as many as the policy allows may still be executed and are not known to be. Paces an agent;
 * caps do not depend on it, because the gateway says what was executed.
 * @param nowMs `presentTime`
 * @throws SpendingError
 */
export function assertInFlight(state: SpendingState, most: number, nowMs: number): void {
  const open = [...state.byId.values()].filter(
    ({ isVoid, outcome, expiresAt }) => !isVoid && outcome !== 'executed' && expiresAt > nowMs,
  );
  if (open.length < most) return;
  const first = Math.min(...open.map(({ expiresAt }) => expiresAt));
  throw new SpendingError(
    'rate',
    `${open.length} transactions have no known outcome yet, of ${most} at most: send the same request_id of one again, or wait until ${new Date(first).toISOString()}`,
  );
}
