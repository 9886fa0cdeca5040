import type { ChainInfo } from '../node/info';
import { BLOCK_MS } from './agreed-position';
import type { Consensus } from './consensus';
import { contradictionIn } from './contradiction';
import { aheadText, behindText, headAgeText } from './head-age';
import { isLeading } from './leading';
import type { EligibilityLimits, NodeFacts } from './node-facts';

/**
 * - `fit`: serves
 * - `suspect`: serves only when no fit node is left: it may fail, and cannot serve anything wrong
 * - `old`: as fit, but its head is older than the limit, as that of every other node may be: serves where an old state is
 *   better than none, and says how old it is
 * - `unfit`: never serves: its answers are old, those of another chain or fork, or not those of the other nodes
 * - `unknown`: nothing is known yet
 */
export interface Fitness {
  readonly kind: 'fit' | 'old' | 'suspect' | 'unfit' | 'unknown';
  /** Why it is not fit, in words, without the node's name. */
  readonly why: string;
}

/** Facts of the network that a node is judged by. */
export interface Judgement {
  readonly chainId: string | undefined;
  readonly consensus: Consensus;
  /** By this machine's clock. */
  readonly nowMs: number;
  readonly limits: EligibilityLimits;
}

const FIT: Fitness = { kind: 'fit', why: '' };
export const CORDONED: Fitness = { kind: 'unfit', why: 'is cordoned by an operator' };

/** Whether a node may serve, and why not. Pure. */
export function fitnessOf(node: NodeFacts, judgement: Judgement): Fitness {
  const { info, pollFailure, pauseReason, isCordoned } = node;
  if (isCordoned) return CORDONED;
  if (info === undefined) {
    return pollFailure === undefined ? { kind: 'unknown', why: 'not asked yet' } : suspect(pollFailure);
  }
  const { nowMs, limits } = judgement;
  const why = unfitReason(node, info, judgement);
  if (why !== undefined) return { kind: 'unfit', why };
  const pause = pollFailure ?? pauseReason;
  if (pause !== undefined) return suspect(pause);
  const isRecent = node.isAnswering && node.infoAgeMs <= limits.maxInfoAgeMs;
  const isOld = isRecent && nowMs - info.headBlockTimeMs > limits.maxHeadAgeMs;
  return isOld ? { kind: 'old', why: headAgeText(info.headBlockTimeMs, nowMs) } : FIT;
}

function unfitReason(node: NodeFacts, info: ChainInfo, judgement: Judgement): string | undefined {
  const { forkedAt: differs, isAnswering, infoAgeMs } = node;
  const { chainId, consensus, limits } = judgement;
  const { agreed } = consensus;
  const fault = chainFault(info.chainId, chainId) ?? contradictionIn(info);
  if (fault !== undefined || agreed === undefined) return fault;
  // Answers are a poll apart; further apart when the process stood still, and the node or the others may have gone on.
  const blocksMs = limits.maxBlocksBehind * BLOCK_MS;
  // In a long poll, honest nodes get as many blocks as a node may be behind.
  const pollMs = Math.min(limits.maxBehindMs - blocksMs, blocksMs / 2);
  const apartMs = infoAgeMs - consensus.ageMs;
  // Where a node is that does not answer its polls is not known either.
  const sinceMs = isAnswering ? Math.max(0, apartMs - pollMs) : infoAgeMs;
  const beforeMs = Math.max(0, -apartMs - pollMs);
  // The last block of each may have come just before the later answer.
  const sinceBlocks = Math.ceil(sinceMs / BLOCK_MS);
  const beforeBlocks = Math.ceil(beforeMs / BLOCK_MS);
  const behindMs = agreed.headTimeMs - info.headBlockTimeMs;
  // A history of irreversible blocks, or a node in that mode: three minutes late before instant finality. One that reads
  // old blocks has no others either, and is behind the irreversible block of the network.
  const isFinalOnly =
    info.headBlockNum === info.lastIrreversibleBlockNum &&
    agreed.irreversibleBlock - info.headBlockNum <= limits.maxBlocksBehind;
  if (behindMs - sinceMs > limits.maxBehindMs)
    return isFinalOnly
      ? `${behindText(behindMs)}: it serves irreversible blocks alone`
      : behindText(behindMs);
  const leads = isLeading(node, agreed, judgement);
  // One node alone shows of no lost one that it is ahead.
  const isAllowed = leads || (consensus.isOfOne && !isAnswering);
  if (-behindMs - beforeMs > limits.maxBehindMs && !isAllowed) return aheadText(-behindMs);
  const behind = agreed.headBlock - info.headBlockNum;
  if (behind - sinceBlocks > limits.maxBlocksBehind) return `its head is ${behind} blocks behind`;
  if (-behind - beforeBlocks > limits.maxBlocksBehind && !isAllowed)
    return `its head is ${-behind} blocks ahead of the other nodes`;
  const late = agreed.irreversibleBlock - info.lastIrreversibleBlockNum;
  const isFinalizing = info.lastIrreversibleBlockNum <= consensus.reachableIrreversible;
  if (-late - beforeBlocks > limits.maxIrreversibleBehind && !(leads ? isFinalizing : isAllowed))
    return `its last irreversible block is ${-late} blocks ahead of that of the other nodes`;
  const isLate = late - sinceBlocks > limits.maxIrreversibleBehind;
  return differs !== undefined || isLate ? 'is on another fork' : undefined;
}

/**
 * Number of the irreversible block that a node has with another id than the other nodes; undefined: it has theirs. It is
 * on their fork again once it reports their id for that block or a later one. Pure.
 */
export function forkedAt(
  { info, forkedAt: known }: Pick<NodeFacts, 'info' | 'forkedAt'>,
  { irreversibleIds }: Pick<Consensus, 'irreversibleIds'>,
): number | undefined {
  const number = info?.lastIrreversibleBlockNum ?? 0;
  const id = irreversibleIds.get(number);
  if (id === undefined) return known;
  if (id !== info?.lastIrreversibleBlockId) return number;
  return known !== undefined && number < known ? known : undefined;
}

/** Why a node on a chain cannot serve another one; undefined when it is the same. */
export function chainFault(chainId: string, expected: string | undefined): string | undefined {
  if (chainId === expected) return undefined;
  return `is on chain ${chainId.slice(0, 8)}..., not ${(expected ?? 'none').slice(0, 8)}...`;
}

const suspect = (why: string): Fitness => ({ kind: 'suspect', why });
