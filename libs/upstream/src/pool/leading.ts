import type { ChainInfo } from '../node/info';
import { type Agreed, blockAfter } from './agreed-position';
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
 * Whether the chain may have come from the agreed position to this one by now: one block in half a second. Where the
 * others finalize nothing while this node does, they may be on a fork, which has fewer blocks than the chain: its blocks
 * are counted from when they stopped. Pure.
 */
export function isReachable(
  { headBlockNum, headBlockTimeMs, lastIrreversibleBlockNum }: ChainInfo,
  agreed: Agreed,
  { nowMs, limits: { maxBlocksBehind, maxBehindMs, maxIrreversibleBehind } }: Situation,
): boolean {
  const isFinalizing = lastIrreversibleBlockNum - agreed.irreversibleBlock > maxIrreversibleBehind / 2;
  const ageMs = isFinalizing ? agreed.stoodMs : 0;
  return (
    headBlockNum <= blockAfter(agreed, { nowMs, ageMs }) + maxBlocksBehind &&
    headBlockTimeMs <= Math.max(nowMs, agreed.headTimeMs) + maxBehindMs
  );
}

/**
 * Whether a node continues where the others stand still: time allows its head, and its headers are linked to an
 * irreversible block of the others. It says nothing about the others: headers can be made up. Pure.
 */
export function isLeading({ info, linked }: NodeFacts, agreed: Agreed, situation: Situation): boolean {
  if (info === undefined || linked === undefined) return false;
  const isLinked = Math.abs(info.headBlockNum - linked.number) <= situation.limits.maxBlocksBehind;
  return isLinked && isReachable(info, agreed, situation);
}
