import type { NodeCapability } from '@app/networks/node-config';
import { BLOCK_MS, COMPARABLE_BLOCKS } from './agreed-position';
import type { Fitness } from './eligibility';
import type { NodeRequest } from '../node/node-request';
import type { NodeHealth } from './node-health';
import { INDEXED, servedHead } from './served-head';

/** Added to the rank of a late node, and of one that is early: less than what separates two ranks. */
const OFF = 0.5;
/** The same of a backup: it serves before a late node, as its answers are current. */
const BACKUP = 0.25;
/** The same of a node whose answer is known: a backup or a late one is not asked for the sake of a second answer. */
const ANSWERED = 0.2;
/** Taken from the rank of the node that a request prefers: no other one that is as fit is faster enough. */
const PREFERRED = 0.1;

/** How a request chooses its nodes. */
export interface Wanted {
  readonly capability: NodeCapability;
  /** Whether a node with an old head may serve. */
  readonly allowsOld: boolean;
  /** Whether another node is being asked and may still answer: one whose circuit is open is no help then. */
  readonly isSpare: boolean;
  /** Block that a node needs to have; 0: any. */
  readonly block: number;
  /** Addresses of nodes whose answer is known. */
  readonly besides?: readonly string[] | undefined;
  /** Address of the node to ask of those that are as fit. */
  readonly prefers?: string | undefined;
}

/** The wishes of a request for its node. */
export const wantedFor = ({
  needsCurrent = false,
  capability = 'chain',
  besides,
  prefers,
}: NodeRequest): Omit<Wanted, 'block' | 'isSpare'> => ({
  ...{ capability, allowsOld: !needsCurrent },
  ...{ besides, prefers },
});

/** Facts of the network for a choice. */
export interface Situation {
  readonly headBlock: number;
  /** The newest irreversible block of the nodes that follow the chain. */
  readonly finalizedBlock: number;
  /** Blocks that the irreversible block of a node may be behind that one. */
  readonly maxFinalityLag: number;
  /** A random number from 0 up to 1: of equal nodes none is preferred. */
  readonly fraction: number;
  readonly maxIndexBlocksBehind: number;
}

/**
 * The best node of those not tried: a fit one that has the capability, then a backup, then one that is late, then one that may have the
 * capability, then one that may fail; of each of these first one whose answer is not known yet. A late node answers
 * with a state that clients have seen pass, and one that states a block which the chain cannot have yet may lie: it is
 * asked only where no other node is left. A node without the capability only where no node has it: its own refusal is the answer
 * then. Among equal ones the one that would answer first. All are compared: the measurements are this process's own and
 * never old, and of two taken at random both may hang.
 */
export function chooseNode(
  healths: readonly NodeHealth[],
  tried: ReadonlySet<NodeHealth>,
  wanted: Wanted,
  { headBlock, finalizedBlock, maxFinalityLag, fraction, maxIndexBlocksBehind }: Situation,
): NodeHealth | undefined {
  const isAnywhere =
    wanted.capability === 'chain' ||
    healths.some(({ abilities }) => abilities.has(wanted.capability) === true);
  let best: NodeHealth | undefined;
  let bestRank = Infinity;
  let bestScore = Infinity;
  const headAgeMs = ageOfHead(healths, headBlock);
  const first = Math.floor(fraction * healths.length);
  for (let step = 0; step < healths.length; step += 1) {
    const health = healths[(first + step) % healths.length];
    if (health === undefined || tried.has(health)) continue;
    if (wanted.block > 0 && !hasBlock(health, wanted)) continue;
    // A node on a fork has a current head, and finalizes nothing.
    const finalityLag = finalizedBlock - (health.info?.lastIrreversibleBlockNum ?? finalizedBlock);
    const isLate =
      blocksBehind(health, headBlock, headAgeMs) > COMPARABLE_BLOCKS || finalityLag > maxFinalityLag;
    const isOff = isLate || health.isEarly;
    if (isOff && wanted.isSpare) continue;
    const usable = rankOf(health, health.fitness.kind, wanted, isAnywhere, maxIndexBlocksBehind);
    if (usable === undefined) continue;
    const rank =
      usable +
      (isOff ? OFF : 0) +
      (health.node.isBackup ? BACKUP : 0) +
      (wanted.besides?.includes(health.node.address) === true ? ANSWERED : 0) -
      (wanted.prefers === health.node.address ? PREFERRED : 0);
    const { score } = health;
    if (rank < bestRank || (rank === bestRank && score < bestScore))
      [best, bestRank, bestScore] = [health, rank, score];
  }
  return best;
}

/** By its last report. One that states what the chain cannot have yet would have every block. */
const hasBlock = (health: NodeHealth, { capability, block }: Wanted): boolean =>
  !health.isEarly && servedHead(health, capability) >= block;

/** Milliseconds since a node reported the head of the network; Infinity where none has it. */
function ageOfHead(healths: readonly NodeHealth[], headBlock: number): number {
  let ageMs = Infinity;
  for (const { judged, info, infoAgeMs } of healths) {
    const hasIt = judged.kind !== 'unfit' && info !== undefined && info.headBlockNum >= headBlock;
    if (hasIt) ageMs = Math.min(ageMs, infoAgeMs);
  }
  return ageMs;
}

/**
 * By how many blocks a node is behind the head of the network, when it continued as a chain does from its last answer
 * until that head was reported. 0 for one that has not answered yet.
 */
function blocksBehind({ info, infoAgeMs }: NodeHealth, headBlock: number, headAgeMs: number): number {
  if (info === undefined) return 0;
  const wentOnMs = Math.max(0, infoAgeMs - headAgeMs);
  return headBlock - info.headBlockNum - Math.floor(wentOnMs / BLOCK_MS);
}

/** The lower, the better; undefined: not to be asked. */
function rankOf(
  { abilities, breaker }: NodeHealth,
  fitness: Fitness['kind'],
  { capability, allowsOld, isSpare }: Wanted,
  isAnywhere: boolean,
  maxIndexBlocksBehind: number,
): number | undefined {
  if (fitness === 'unfit' || (fitness === 'old' && !allowsOld)) return undefined;
  if (isSpare && breaker.state === 'open') return undefined;
  const has = abilities.has(capability) ?? (capability === 'chain' ? true : undefined);
  if (has === false && isAnywhere) return undefined;
  if (INDEXED.has(capability) && isIndexBehind(abilities.indexBlocksBehind, maxIndexBlocksBehind))
    return undefined;
  const reliability = fitness === 'fit' || fitness === 'old' ? 0 : 2;
  if (has === undefined) return reliability + 1;
  return has ? reliability : reliability + 4;
}

/** Whether the index of a node is more than `max` blocks behind; false where it is unknown. */
export const isIndexBehind = (blocks: number | undefined, max: number): boolean =>
  blocks !== undefined && blocks > max;
