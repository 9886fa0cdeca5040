import type { ChainInfo } from '../node/info';
import { type Agreed, BLOCK_MS, blockAfter } from './agreed-position';
import { contradictionIn } from './contradiction';
import { isLeading, reachableHead } from './leading';
import type { KnownBlock } from './linked-block';
import type { EligibilityLimits, NodeFacts } from './node-facts';

/** The state of the chain by its nodes: no single one decides it where others answer. */
export interface Consensus {
  /** Undefined before a first node answered. */
  readonly agreed: Agreed | undefined;
  /** The newest head of the nodes that are near the agreed one or continue from it, as far as time allows it; 0 before a first node answered. */
  readonly headBlock: number;
  /** The newest irreversible block of those nodes, as far as time allows it after the agreed one. */
  readonly finalizedBlock: number;
  /** The newest irreversible block that a node that continues may have. */
  readonly reachableIrreversible: number;
  /** The newest head that time allows, lost nodes included: a node behind it may lack a block. */
  readonly possible: Pick<Agreed, 'headBlock' | 'headTimeMs'>;
  /** Ids of irreversible blocks by their numbers, as more than half of the nodes report them. */
  readonly irreversibleIds: ReadonlyMap<number, string>;
  /** Milliseconds since a node that has reached the agreed head answered. */
  readonly ageMs: number;
  /** Whether it is the word of one node where several are in service. */
  readonly isOfOne: boolean;
}

/** An agreed position of before. */
export interface Remembered extends Agreed {
  /** Milliseconds since it was agreed. */
  readonly ageMs: number;
}

/** Facts of the network that claims are compared with. */
export interface Situation {
  readonly chainId: string | undefined;
  /** By this machine's clock. */
  readonly nowMs: number;
  readonly limits: EligibilityLimits;
  readonly remembered?: Remembered | undefined;
}

type Claim = NodeFacts & { readonly info: ChainInfo };

/** An answer of so long ago says nothing about the other nodes; neither does an agreed position. */
export const COMPARABLE_MS = 30_000;

export const NOTHING_KNOWN: Consensus = {
  agreed: undefined,
  headBlock: 0,
  finalizedBlock: 0,
  reachableIrreversible: 0,
  possible: { headBlock: 0, headTimeMs: 0 },
  irreversibleIds: new Map(),
  ageMs: 0,
  isOfOne: false,
};

/**
 * The state of the chain by the nodes that answer, are on the chain, in service and do not contradict themselves. Time, number and
 * irreversible block are agreed one after the other, by the nodes that are near the ones before. Less than half of the
 * nodes move none of them beyond what the other nodes report; those that continue where the others stand still raise the
 * newest head alone. Nodes above what is possible do not count while another one is not. One node that answers while
 * others are in service counts as far as time allows after what was agreed before. Pure.
 */
export function consensusOf(nodes: readonly NodeFacts[], situation: Situation): Consensus {
  const { chainId, remembered } = situation;
  const inService = nodes.filter(({ isCordoned }) => !isCordoned);
  const claims = inService.filter(
    (node): node is Claim =>
      node.info !== undefined &&
      node.info.chainId === chainId &&
      contradictionIn(node.info) === undefined &&
      node.infoAgeMs <= COMPARABLE_MS,
  );
  const answering = claims.filter(({ isAnswering }) => isAnswering);
  const isOfOne = answering.length === 1 && inService.length > 1;
  const within = answering.filter(({ info }) => !isBeyond(info, situation));
  if (answering.length === 0 || (isOfOne && within.length === 0)) {
    const { headBlock = 0, headTimeMs = 0, irreversibleBlock = 0, ageMs = 0 } = remembered ?? {};
    const possible = { headBlock, headTimeMs };
    const known = { headBlock, finalizedBlock: irreversibleBlock, reachableIrreversible: irreversibleBlock };
    return { agreed: remembered, ...known, possible, irreversibleIds: new Map(), ageMs, isOfOne };
  }
  const irreversibleIds = confirmedIds(claims, inService);
  // The only node in service is compared with nothing, not with its own word either.
  if (within.length > 0 && inService.length > 1)
    return { ...agreement(within, claims, situation), irreversibleIds, isOfOne };
  const anew = { ...situation, remembered: undefined };
  return { ...agreement(answering, claims, anew), irreversibleIds, isOfOne };
}

/** The newest block that more than half of the nodes have reported as irreversible. */
export function lastConfirmed({
  irreversibleIds,
}: Pick<Consensus, 'irreversibleIds'>): KnownBlock | undefined {
  let last: KnownBlock | undefined;
  for (const [number, id] of irreversibleIds) if (number > (last?.number ?? 0)) last = { number, id };
  return last;
}

/** The newest head and the latest time that are possible by what was agreed before; undefined: nothing was. */
function reachedBy({ nowMs, remembered }: Situation): { block: number; timeMs: number } | undefined {
  if (remembered === undefined) return undefined;
  const { headTimeMs, ageMs } = remembered;
  return { block: blockAfter(remembered, { nowMs, ageMs }), timeMs: Math.max(nowMs, headTimeMs + ageMs) };
}

/** Whether a node states more than is possible by what was agreed before, or more blocks at an earlier time. */
function isBeyond({ headBlockNum, headBlockTimeMs }: ChainInfo, situation: Situation): boolean {
  const { remembered, limits } = situation;
  const reached = reachedBy(situation);
  if (remembered === undefined || reached === undefined) return false;
  const { maxBlocksBehind, maxBehindMs } = limits;
  const isHigher = headBlockNum > remembered.headBlock;
  return (
    headBlockNum > reached.block + maxBlocksBehind ||
    headBlockTimeMs > reached.timeMs + maxBehindMs ||
    (isHigher && headBlockTimeMs < remembered.headTimeMs - maxBehindMs)
  );
}

function agreement(
  voters: readonly Claim[],
  claims: readonly Claim[],
  situation: Situation,
): Omit<Consensus, 'irreversibleIds' | 'isOfOne'> {
  const { nowMs, limits, remembered } = situation;
  const { maxBehindMs, maxBlocksBehind, maxIrreversibleBehind } = limits;
  const reached = reachedBy(situation);
  const headTimeMs = agreedValue(voters, {
    valueOf: ({ info }) => info.headBlockTimeMs,
    reached: reached?.timeMs,
    allowedAfter: ({ info, infoAgeMs }) => Math.max(nowMs, info.headBlockTimeMs + infoAgeMs),
  });
  const timely = voters.filter(({ info }) => isNear(info.headBlockTimeMs, headTimeMs, maxBehindMs));

  const agreedHead = agreedValue(timely, {
    valueOf: ({ info }) => info.headBlockNum,
    reached: reached?.block,
    allowedAfter: ({ info: { headBlockNum: headBlock, headBlockTimeMs }, infoAgeMs: ageMs }) =>
      Math.max(reached?.block ?? 0, blockAfter({ headBlock, headTimeMs: headBlockTimeMs }, { nowMs, ageMs })),
  });
  const near = timely.filter(({ info }) => isNear(info.headBlockNum, agreedHead, maxBlocksBehind));

  const irreversibleBlock = agreedValue(near, {
    valueOf: ({ info }) => info.lastIrreversibleBlockNum,
    // By the time between the first and the last report of it: it may have finalized since.
    allowedAfter: ({ info, finalizingMs, infoAgeMs }) =>
      info.lastIrreversibleBlockNum + Math.floor((finalizingMs - infoAgeMs) / BLOCK_MS),
    // A poll shows later than it was that a node has finalized; how long its first block stood before is not known.
    marginAfter: ({ hasFinalized }) => (hasFinalized ? maxIrreversibleBehind / 2 : maxIrreversibleBehind),
  });

  // With the time of a node that has fewer blocks, time would allow the others fewer from then on.
  const reaching = near.filter(({ info }) => info.headBlockNum >= agreedHead);
  const reachedMs = Math.max(...reaching.map(({ info }) => info.headBlockTimeMs));
  const position = {
    ...{ headBlock: agreedHead, headTimeMs: Math.min(headTimeMs, reachedMs), irreversibleBlock },
    ...sinceFinalized({ headBlock: agreedHead, irreversibleBlock }, remembered),
  };
  const leading = claims.filter(
    (claim) => claim.isAnswering && isLeading(claim, position, { nowMs, limits }),
  );
  const following = [...near, ...leading];
  return {
    agreed: position,
    ageMs: Math.min(...reaching.map(({ infoAgeMs }) => infoAgeMs)),
    // One node that states more than time allows would make all others late. A block may be sent a little before its time.
    headBlock: Math.max(
      agreedHead,
      ...following.map(({ info }) =>
        Math.min(info.headBlockNum, reachableHead(info, position, { nowMs }) + 1),
      ),
    ),
    ...finalizedBy(near, following, { irreversibleBlock, maxIrreversibleBehind }),
    possible: possibleBy(claims, { headBlock: agreedHead, headTimeMs }, situation),
  };
}

/** The newest irreversible block of the nodes that follow, as far as time allows it after the agreed one. */
function finalizedBy(
  near: readonly Claim[],
  following: readonly Claim[],
  { irreversibleBlock, maxIrreversibleBehind }: { irreversibleBlock: number; maxIrreversibleBehind: number },
): Pick<Consensus, 'finalizedBlock' | 'reachableIrreversible'> {
  const stoodMs = near
    .filter(({ info }) => isNear(info.lastIrreversibleBlockNum, irreversibleBlock, maxIrreversibleBehind))
    .map(({ finalizingMs }) => finalizingMs);
  const reachableIrreversible =
    irreversibleBlock + Math.floor(Math.max(0, ...stoodMs) / BLOCK_MS) + maxIrreversibleBehind;
  const finalized = following
    .map(({ info }) => info.lastIrreversibleBlockNum)
    .filter((number) => number <= reachableIrreversible);
  return { finalizedBlock: Math.max(irreversibleBlock, ...finalized), reachableIrreversible };
}

/** Claims of one node that time does not allow would make all others lack blocks. */
function possibleBy(
  claims: readonly Claim[],
  agreed: Consensus['possible'],
  { nowMs, limits: { maxBlocksBehind, maxBehindMs } }: Situation,
): Consensus['possible'] {
  const reachable = blockAfter(agreed, { nowMs, ageMs: 0 });
  const latestMs = Math.max(nowMs, agreed.headTimeMs);
  const possible = claims
    .map(({ info }) => info)
    .filter(
      (info) =>
        info.headBlockNum <= reachable + maxBlocksBehind && info.headBlockTimeMs <= latestMs + maxBehindMs,
    );
  return {
    headBlock: Math.max(agreed.headBlock, ...possible.map((info) => Math.min(info.headBlockNum, reachable))),
    headTimeMs: Math.max(
      agreed.headTimeMs,
      ...possible.map((info) => Math.min(info.headBlockTimeMs, latestMs)),
    ),
  };
}

/** Where the agreed head was when its irreversible block rose last: a fork of the agreeing nodes began there at the earliest. */
function sinceFinalized(
  { headBlock, irreversibleBlock }: Pick<Agreed, 'headBlock' | 'irreversibleBlock'>,
  remembered: Remembered | undefined,
): Pick<Agreed, 'headWhenFinalized' | 'stoodMs'> {
  if (remembered === undefined || irreversibleBlock > remembered.irreversibleBlock)
    return { headWhenFinalized: headBlock, stoodMs: 0 };
  const { headWhenFinalized, stoodMs, ageMs } = remembered;
  return { headWhenFinalized, stoodMs: stoodMs + ageMs };
}

interface Measure {
  readonly valueOf: (claim: Claim) => number;
  /** Highest value that is possible by what was agreed before; undefined: nothing was. */
  readonly reached?: number | undefined;
  /** Highest value that time allows after this claim. */
  readonly allowedAfter: (claim: Claim) => number;
  /** Of two nodes, the higher one may be so far above what time allows after the lower one; undefined: not at all. */
  readonly marginAfter?: (lower: Claim) => number;
}

/**
 * The value that more than half of the nodes have reached, or passed. Of two nodes, where neither is a majority, the
 * higher one counts when time allows it after the lower one, and only as far as time allows: a margin must not take the
 * lower one out sooner. One node counts as far as is possible.
 */
function agreedValue(
  voters: readonly Claim[],
  { valueOf, reached = Infinity, allowedAfter, marginAfter = () => 0 }: Measure,
): number {
  const [first, second, ...others] = voters.toSorted((one, other) => valueOf(other) - valueOf(one));
  if (first === undefined) throw new Error('no node to agree with');
  if (second === undefined) return Math.min(valueOf(first), reached);
  if (others.length === 0) {
    const allowed = allowedAfter(second);
    return valueOf(first) <= allowed + marginAfter(second)
      ? Math.min(valueOf(first), allowed)
      : valueOf(second);
  }
  const majority = [first, second, ...others][Math.floor(voters.length / 2)] ?? second;
  return valueOf(majority);
}

const isNear = (value: number, agreed: number, limit: number): boolean => Math.abs(value - agreed) <= limit;

/**
 * Ids that more than half of the nodes report for a number: of two that differ nothing shows which one is wrong. Those
 * that are to be asked again count as well: the first one that answers after a while does not decide alone.
 */
function confirmedIds(claims: readonly Claim[], inService: readonly NodeFacts[]): Map<number, string> {
  const confirmed = new Map<number, string>();
  const asked = inService.filter(({ pollFailure }) => pollFailure === undefined).length;
  const lost = claims.filter(({ pollFailure }) => pollFailure !== undefined).length;
  const needed = Math.max(Math.min(2, inService.length), Math.floor((asked + lost) / 2) + 1);
  const votes = new Map<string, number>();
  for (const { irreversibleIds } of claims)
    for (const [number, id] of irreversibleIds) {
      const count = (votes.get(id) ?? 0) + 1;
      votes.set(id, count);
      if (count >= needed && !confirmed.has(number)) confirmed.set(number, id);
    }
  return confirmed;
}
