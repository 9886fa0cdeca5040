import type { ChainInfo } from '../node/info';
import { behindText, headAgeText } from './head-age';

/** Facts about one node at a moment. */
export interface NodeFacts {
  /** Its last answer about itself; undefined before the first one. */
  readonly info: ChainInfo | undefined;
  /** Milliseconds since that answer. */
  readonly infoAgeMs: number;
  /** Why its last poll failed; undefined when it answered, or was not polled yet. */
  readonly pollFailure: string | undefined;
  /** Why it should rest: failures in a row, a full queue, its own rate limit. */
  readonly pauseReason: string | undefined;
  /** Whether it has another block where other nodes have an irreversible one: see checkFork. */
  readonly isForked: boolean;
}

/** Bounds of a node that may serve. */
export interface EligibilityLimits {
  /** Head older than this by this machine's clock. A head in the future is fine: development chains advance their time. */
  readonly maxHeadAgeMs: number;
  /** Blocks behind the best head of all nodes. */
  readonly maxBlocksBehind: number;
  /** Time of the head behind the best one. Heads are read at different moments, a poll apart at most. */
  readonly maxBehindMs: number;
  /** Blocks that the last irreversible block may be behind the best one: a node on a minority fork finalizes nothing. */
  readonly maxIrreversibleBehind: number;
  /** Blocks that the index of a v2 node may be behind. */
  readonly maxIndexBlocksBehind: number;
}

/**
 * - `fit`: serves
 * - `suspect`: serves only when no fit node is left: it may fail, and cannot serve anything wrong
 * - `old`: as fit, but its head is older than the limit, as that of every other node may be: serves where an old state is
 *   better than none, and says how old it is
 * - `unfit`: never serves: its answers are old, or those of another chain or fork
 * - `unknown`: nothing is known yet
 */
export interface Fitness {
  readonly kind: 'fit' | 'old' | 'suspect' | 'unfit' | 'unknown';
  /** Why it is not fit, in words, without the node's name. */
  readonly why: string;
}

/** The state of the chain by the majority of its nodes. */
export interface Consensus {
  readonly chainId: string | undefined;
  readonly headBlock: number;
  /** Milliseconds since the epoch, by the chain's own time. */
  readonly headTimeMs: number;
  readonly irreversibleBlock: number;
  /** Id of an irreversible block by its number, as most nodes report it. */
  readonly irreversibleIds: ReadonlyMap<number, string>;
}

/** The head of a node that was lost so long ago says nothing about the others. */
const COMPARABLE_MS = 30_000;
const FIT: Fitness = { kind: 'fit', why: '' };

/**
 * The state of the chain by its nodes: the best head and irreversible block among those on the chain whose head is
 * current by the clock (of all of them when none is: the chain itself stands still then).
 * @param sharedHead highest head that other replicas know; 0 when there are none
 */
export function consensusOf(
  nodes: readonly NodeFacts[],
  chainId: string | undefined,
  nowMs: number,
  { maxHeadAgeMs }: EligibilityLimits,
  sharedHead = 0,
): Consensus {
  const infos = nodes.flatMap(({ info, infoAgeMs }) =>
    info !== undefined && info.chainId === chainId && infoAgeMs <= COMPARABLE_MS ? [info] : [],
  );
  const current = infos.filter(({ headBlockTimeMs }) => Math.abs(nowMs - headBlockTimeMs) <= maxHeadAgeMs);
  const trusted = current.length > 0 ? current : infos;
  return {
    chainId,
    headBlock: Math.max(sharedHead, 0, ...trusted.map(({ headBlockNum }) => headBlockNum)),
    headTimeMs: Math.max(0, ...trusted.map(({ headBlockTimeMs }) => headBlockTimeMs)),
    irreversibleBlock: Math.max(
      0,
      ...trusted.map(({ lastIrreversibleBlockNum }) => lastIrreversibleBlockNum),
    ),
    irreversibleIds: majorityIds(infos),
  };
}

/** Whether a node may serve, and why not. Pure. */
export function fitnessOf(
  { info, pollFailure, pauseReason, isForked }: NodeFacts,
  consensus: Consensus,
  nowMs: number,
  limits: EligibilityLimits,
): Fitness {
  if (info === undefined) {
    return pollFailure === undefined ? { kind: 'unknown', why: 'not asked yet' } : suspect(pollFailure);
  }
  const why = unfitReason(info, isForked, consensus, limits);
  if (why !== undefined) return { kind: 'unfit', why };
  const pause = pollFailure ?? pauseReason;
  if (pause !== undefined) return suspect(pause);
  const isOld = nowMs - info.headBlockTimeMs > limits.maxHeadAgeMs;
  return isOld ? { kind: 'old', why: headAgeText(info.headBlockTimeMs, nowMs) } : FIT;
}

function unfitReason(
  info: ChainInfo,
  isForked: boolean,
  { chainId, headBlock, headTimeMs, irreversibleBlock, irreversibleIds }: Consensus,
  { maxBlocksBehind, maxBehindMs, maxIrreversibleBehind }: EligibilityLimits,
): string | undefined {
  const fault = chainFault(info.chainId, chainId);
  if (fault !== undefined) return fault;
  if (headTimeMs - info.headBlockTimeMs > maxBehindMs) return behindText(headTimeMs - info.headBlockTimeMs);
  const behind = headBlock - info.headBlockNum;
  if (behind > maxBlocksBehind) return `its head is ${behind} blocks behind`;
  const irreversibleId = irreversibleIds.get(info.lastIrreversibleBlockNum);
  const finalizesElse =
    irreversibleBlock - info.lastIrreversibleBlockNum > maxIrreversibleBehind ||
    (irreversibleId !== undefined && irreversibleId !== info.lastIrreversibleBlockId);
  return isForked || finalizesElse ? 'is on another fork' : undefined;
}

/** Why a node on a chain cannot serve another one; undefined when it is the same. */
export function chainFault(chainId: string, expected: string | undefined): string | undefined {
  if (chainId === expected) return undefined;
  return `is on chain ${chainId.slice(0, 8)}..., not ${(expected ?? 'none').slice(0, 8)}...`;
}

const suspect = (why: string): Fitness => ({ kind: 'suspect', why });

/** Of two ids of one block number the one of more nodes counts; of as many the one of the node configured first. */
function majorityIds(infos: readonly ChainInfo[]): Map<number, string> {
  const votes = new Map<number, Map<string, number>>();
  for (const { lastIrreversibleBlockNum: number, lastIrreversibleBlockId: id } of infos) {
    const ids = votes.get(number) ?? new Map<string, number>();
    ids.set(id, (ids.get(id) ?? 0) + 1);
    votes.set(number, ids);
  }
  return new Map([...votes].map(([number, ids]) => [number, mostVotes(ids)]));
}

function mostVotes(ids: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [id, count] of ids) if (count > most) [best, most] = [id, count];
  return best;
}
