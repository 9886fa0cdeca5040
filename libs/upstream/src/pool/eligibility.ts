import type { ChainInfo } from '../node/info';
import { headAgeText } from './head-age';

/** What is known of one node at a moment. */
export interface NodeFacts {
  /** Its last answer about itself; undefined before the first one. */
  readonly info: ChainInfo | undefined;
  /** Why its last poll failed; undefined when it answered, or was not polled yet. */
  readonly pollFailure: string | undefined;
  /** Why it should rest: failures in a row, a full queue, its own rate limit. */
  readonly pauseReason: string | undefined;
}

/** Bounds of a node that may serve. */
export interface EligibilityLimits {
  /** Head older than this by this machine's clock. A head in the future is fine: development chains advance their time. */
  readonly maxHeadAgeMs: number;
  /** Blocks behind the best head of all nodes. */
  readonly maxBlocksBehind: number;
  /** Blocks that the last irreversible block may be behind the best one: a node on a minority fork finalizes nothing. */
  readonly maxIrreversibleBehind: number;
}

/**
 * - `fit`: serves
 * - `suspect`: serves only when no fit node is left: it may fail, and cannot serve anything wrong
 * - `unfit`: never serves: its answers are old, or those of another chain or fork
 * - `unknown`: nothing is known yet
 */
export interface Fitness {
  readonly kind: 'fit' | 'suspect' | 'unfit' | 'unknown';
  /** Why it is not fit, in words, without the node's name. */
  readonly why: string;
}

/** What the nodes of a network agree on. */
export interface Consensus {
  readonly chainId: string | undefined;
  readonly headBlock: number;
  readonly irreversibleBlock: number;
  /** Id of an irreversible block by its number, as most nodes report it. */
  readonly irreversibleIds: ReadonlyMap<number, string>;
}

const FIT: Fitness = { kind: 'fit', why: '' };

/**
 * What the nodes of a network agree on: the best head and irreversible block among those on the chain whose head is
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
  const infos = nodes.flatMap(({ info }) => (info !== undefined && info.chainId === chainId ? [info] : []));
  const current = infos.filter(({ headBlockTimeMs }) => Math.abs(nowMs - headBlockTimeMs) <= maxHeadAgeMs);
  const trusted = current.length > 0 ? current : infos;
  return {
    chainId,
    headBlock: Math.max(sharedHead, 0, ...trusted.map(({ headBlockNum }) => headBlockNum)),
    irreversibleBlock: Math.max(
      0,
      ...trusted.map(({ lastIrreversibleBlockNum }) => lastIrreversibleBlockNum),
    ),
    irreversibleIds: majorityIds(infos),
  };
}

/** Whether a node may serve, and why not. Pure. */
export function fitnessOf(
  { info, pollFailure, pauseReason }: NodeFacts,
  consensus: Consensus,
  nowMs: number,
  limits: EligibilityLimits,
): Fitness {
  if (info === undefined) {
    return pollFailure === undefined ? { kind: 'unknown', why: 'not asked yet' } : suspect(pollFailure);
  }
  const why = unfitReason(info, consensus, nowMs, limits);
  if (why !== undefined) return { kind: 'unfit', why };
  const pause = pollFailure ?? pauseReason;
  return pause === undefined ? FIT : suspect(pause);
}

function unfitReason(
  info: ChainInfo,
  { chainId, headBlock, irreversibleBlock, irreversibleIds }: Consensus,
  nowMs: number,
  { maxHeadAgeMs, maxBlocksBehind, maxIrreversibleBehind }: EligibilityLimits,
): string | undefined {
  if (info.chainId !== chainId)
    return `is on chain ${info.chainId.slice(0, 8)}..., not ${(chainId ?? 'none').slice(0, 8)}...`;
  const behind = headBlock - info.headBlockNum;
  if (behind > maxBlocksBehind) return `its head is ${behind} blocks behind`;
  const irreversibleId = irreversibleIds.get(info.lastIrreversibleBlockNum);
  const isForked =
    irreversibleBlock - info.lastIrreversibleBlockNum > maxIrreversibleBehind ||
    (irreversibleId !== undefined && irreversibleId !== info.lastIrreversibleBlockId);
  if (isForked) return 'is on another fork';
  return nowMs - info.headBlockTimeMs > maxHeadAgeMs ? headAgeText(info.headBlockTimeMs, nowMs) : undefined;
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
