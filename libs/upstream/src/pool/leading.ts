import type { ChainInfo } from '../node/info';
import { type Agreed, BLOCK_MS, blockAfter } from './agreed-position';
import type { EligibilityLimits, NodeFacts } from './node-facts';

interface Situation {
  /** By this machine's clock. */
  readonly nowMs: number;
  readonly limits: EligibilityLimits;
}

/** Whether a position is above the agreed one so far that its headers have to show that it continues from it. Pure. */
export function isAhead(info: ChainInfo, agreed: Agreed, limits: EligibilityLimits): boolean {
  const { maxBlocksBehind, maxBehindMs, maxIrreversibleBehind } = limits;
  return (
    info.headBlockNum - agreed.headBlock > maxBlocksBehind / 2 ||
    info.headBlockTimeMs - agreed.headTimeMs > maxBehindMs / 2 ||
    info.lastIrreversibleBlockNum - agreed.irreversibleBlock > maxIrreversibleBehind / 2
  );
}

/**
 * Whether the chain may have come from the agreed position to this one by now: one block in half a second. Where a node
 * finalizes more than the others, they may be on a fork, which has fewer blocks than the chain: its blocks are counted from
 * where the others were when they finalized last. Pure.
 */
export function isReachable(
  { headBlockNum, headBlockTimeMs, lastIrreversibleBlockNum }: ChainInfo,
  agreed: Agreed,
  { nowMs, limits: { maxBlocksBehind, maxBehindMs } }: Situation,
): boolean {
  const reached = blockAfter(agreed, { nowMs, ageMs: 0 });
  const onChain = agreed.headWhenFinalized + Math.floor(agreed.stoodMs / BLOCK_MS);
  const isFinalizing = lastIrreversibleBlockNum > agreed.irreversibleBlock;
  return (
    headBlockNum <= (isFinalizing ? Math.max(reached, onChain) : reached) + maxBlocksBehind &&
    headBlockTimeMs <= Math.max(nowMs, agreed.headTimeMs) + maxBehindMs
  );
}

/**
 * Whether a node continues where the others stand still: time allows its head, and its headers are linked to an
 * irreversible block of the others. It says nothing about the others: headers can be made up. Pure.
 */
export function isLeading({ info, linked }: NodeFacts, agreed: Agreed, situation: Situation): boolean {
  if (info === undefined || linked === undefined) return false;
  const { nowMs, limits } = situation;
  const isLinked =
    Math.abs(info.headBlockNum - linked.number) <= limits.maxBlocksBehind &&
    linked.timeMs <= Math.max(nowMs, agreed.headTimeMs) + limits.maxBehindMs;
  return isLinked && isReachable(info, agreed, situation);
}
