import type { ChainInfo } from '../../node/info';
import { consensusOf, type Remembered } from '../consensus';
import { type Fitness, fitnessOf, forkedAt } from '../eligibility';
import type { EligibilityLimits, NodeFacts } from '../node-facts';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const CHAIN = 'aa'.repeat(32);
export const LIMITS: EligibilityLimits = {
  maxHeadAgeMs: 30_000,
  maxBlocksBehind: 10,
  maxBehindMs: 6_000,
  maxIrreversibleBehind: 24,
  maxIndexBlocksBehind: 20,
  maxInfoAgeMs: 6_000,
};

/** An id of the block of this number. */
export const blockId = (number: number, rest = 'c1'): string =>
  number.toString(16).padStart(8, '0') + rest.repeat(28);

/** A node whose answer does not contradict itself, unless the changes say otherwise. */
export function node(changes: Partial<ChainInfo> = {}, rest: Partial<NodeFacts> = {}): NodeFacts {
  const { headBlockNum = 1_000, lastIrreversibleBlockNum = Math.min(990, headBlockNum) } = changes;
  const info: ChainInfo = {
    chainId: CHAIN,
    headBlockNum,
    headBlockId: blockId(headBlockNum, 'b1'),
    headBlockTimeMs: NOW - 400,
    headBlockProducer: 'eosio',
    lastIrreversibleBlockNum,
    lastIrreversibleBlockId: blockId(lastIrreversibleBlockNum),
    serverVersion: 'v5',
    ...changes,
  };
  return {
    info,
    infoAgeMs: 0,
    pollFailure: undefined,
    isCordoned: false,
    isAnswering: rest.pollFailure === undefined,
    irreversibleIds: new Map([[info.lastIrreversibleBlockNum, info.lastIrreversibleBlockId]]),
    finalizingMs: 0,
    hasFinalized: true,
    pauseReason: undefined,
    forkedAt: undefined,
    linked: undefined,
    ...rest,
  };
}

/** The nodes of one network as a pool judges them at once. */
export function judge(nodes: readonly NodeFacts[], remembered?: Remembered, limits = LIMITS): Fitness[] {
  const consensus = consensusOf(nodes, { chainId: CHAIN, nowMs: NOW, limits, remembered });
  return nodes.map((one) => {
    const facts = { ...one, forkedAt: forkedAt(one, consensus) };
    return fitnessOf(facts, { chainId: CHAIN, consensus, nowMs: NOW, limits });
  });
}

export const kinds = (nodes: readonly NodeFacts[], remembered?: Remembered): Fitness['kind'][] =>
  judge(nodes, remembered).map(({ kind }) => kind);
