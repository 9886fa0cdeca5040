import type { ReadinessCheck } from '@app/operations';
import type { FollowStatus } from '../follow/follow-status';

/** Blocks behind the node from which on answers are too old to be asked for. */
const LATE_BLOCKS = 20;

/** Whether the history of a chain should get requests. */
export function chainReadiness(status: FollowStatus): ReadinessCheck {
  const { isReady, error, targetNum, lastBlockNum = 0, loading } = status;
  const behind = Math.max(0, (targetNum ?? 0) - lastBlockNum);
  const weight = 'essential';
  if (error !== undefined) return { ok: false, detail: error, weight };
  if (targetNum === undefined) return { ok: false, detail: 'the node was not reached yet', weight };
  if (loading !== undefined)
    return {
      ok: false,
      detail: `the first state is loaded: ${loading.rows} rows are stored, about ${loading.remainingRows} are left, for ${loading.remainingSeconds} seconds`,
      weight,
    };
  if (!isReady || behind > LATE_BLOCKS)
    return { ok: false, detail: `${behind} blocks behind the node`, weight };
  return { ok: true, detail: `block ${lastBlockNum}, ${behind} behind`, weight };
}

/**
 * Whether a process that only writes works: it follows its node, or waits for the end of another writer. No request is
 * sent to it, and an orchestrator ends the writer of before only when the one that waits is ready.
 */
export function writerReadiness(status: FollowStatus): ReadinessCheck {
  const { isStandby, error } = status;
  if (!isStandby || error === undefined) return chainReadiness(status);
  return { ok: true, detail: error, weight: 'essential' };
}

/**
 * Whether a process that only serves should get requests: the history can be read. It stays ready while no process
 * writes: otherwise all servers would be taken out at once. The detail reports it.
 */
export function storeReadiness(status: FollowStatus): ReadinessCheck {
  const { isReady, error, lastBlockNum } = status;
  const weight = 'essential';
  if (!isReady) return { ok: false, detail: error ?? 'no block is indexed yet', weight };
  return { ok: true, detail: `block ${lastBlockNum ?? 0}${error === undefined ? '' : `; ${error}`}`, weight };
}
