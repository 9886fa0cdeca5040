import type { ChainInfo } from '../node/info';
import { type Agreed, BLOCK_MS, blockAfter, COMPARABLE_BLOCKS } from './agreed-position';
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
 * The newest block that the chain may have by now, after the agreed position: one in half a second. Where a node
 * finalizes more than the others, they may be on a fork, which has fewer blocks than the chain: its blocks are counted
 * from where the others were when they finalized last. Pure.
 */
export function reachableHead(
  { lastIrreversibleBlockNum }: ChainInfo,
  agreed: Agreed,
  { nowMs }: Pick<Situation, 'nowMs'>,
): number {
  const reached = blockAfter(agreed, { nowMs, ageMs: 0 });
  const isFinalizing = lastIrreversibleBlockNum > agreed.irreversibleBlock;
  const onChain = agreed.headWhenFinalized + Math.floor(agreed.stoodMs / BLOCK_MS);
  return isFinalizing ? Math.max(reached, onChain) : reached;
}

/** Whether the chain may have come from the agreed position to this one by now, but for what nodes may be apart. Pure. */
export function isReachable(info: ChainInfo, agreed: Agreed, situation: Situation): boolean {
  const { nowMs, limits } = situation;
  return (
    info.headBlockNum <= reachableHead(info, agreed, situation) + limits.maxBlocksBehind &&
    info.headBlockTimeMs <= Math.max(nowMs, agreed.headTimeMs) + limits.maxBehindMs
  );
}

/** Whether a node states a head that the chain cannot have yet: no other node is late because of it. Pure. */
export const isEarly = (
  info: ChainInfo,
  agreed: Agreed | undefined,
  situation: Pick<Situation, 'nowMs'>,
): boolean =>
  agreed !== undefined && info.headBlockNum > reachableHead(info, agreed, situation) + COMPARABLE_BLOCKS;

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
