import { setTimeout as pause } from 'node:timers/promises';
import type { UpstreamNode } from '../../node/upstream-node';
import type { NodeCaller } from '../../pool/node-caller';
import { BlocksOfNode, type SoughtTransaction } from './blocks-of-node';
import { agreedBlock, type SeenBlock, type Sighting, type Witness } from './sighting';

/** When the look at blocks ends. */
export interface LookBounds {
  readonly until: 'in_block' | 'irreversible';
  readonly timeMs: number;
  /** Pause between two looks at one node. */
  readonly pauseMs: number;
  /** Whether the network compares reads over nodes: no node decides alone while another one is in use. */
  readonly hasQuorum: boolean;
}

/** Most nodes that are asked: two have to agree, and some may not answer. */
const MAX_NODES = 4;
/** Looks in a row without an answer after which the others decide without the node, on a block that is not final. */
const MAX_SILENT_LOOKS = 2;

/**
 * Looks for a transaction in the blocks of the nodes, each at its own pace: a slow one delays nothing.
 * @returns the block that the nodes agreed on last; undefined when there is none in time
 */
export async function seenInBlock(
  caller: NodeCaller,
  sought: SoughtTransaction,
  { until, timeMs, pauseMs, hasQuorum }: LookBounds,
): Promise<SeenBlock | undefined> {
  const end = new AbortController();
  const timer = setTimeout(() => {
    end.abort();
  }, timeMs);
  // An unfit node is asked as soon as it is fit: a moment without answers must not leave it out of the whole wait.
  const isUnfit = (node: UpstreamNode): number => Number(caller.pool.isUnfit(node));
  const nodes = caller.nodes().toSorted((one, other) => isUnfit(one) - isUnfit(other));
  const sightings = new Map<UpstreamNode, Sighting>(
    nodes.slice(0, MAX_NODES).map((node) => [node, { kind: 'unseen' }]),
  );
  const agreed = (): SeenBlock | undefined => blockOf(witnesses(caller, sightings), hasQuorum);
  const isEnough = (): boolean => {
    const block = agreed();
    return block !== undefined && (until !== 'irreversible' || block.isIrreversible);
  };
  const watch = async (node: UpstreamNode): Promise<void> => {
    const blocks = new BlocksOfNode(caller, node, sought);
    for (let silent = 0; !end.signal.aborted;) {
      const sighting = await blocks.look(end.signal);
      // A look that was cut off shows nothing.
      if (end.signal.aborted) return;
      silent = sighting.kind === 'silent' ? silent + 1 : 0;
      const isWaitedFor = silent > 0 && silent < MAX_SILENT_LOOKS;
      sightings.set(node, isWaitedFor ? { kind: 'unseen' } : sighting);
      if (isEnough()) end.abort();
      else await pause(pauseMs, undefined, { signal: end.signal }).catch(ignoreAbort);
    }
  };
  try {
    await Promise.all([...sightings.keys()].map(watch));
    return agreed();
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

/**
 * Nodes that do not answer keep the others from agreeing on a final block, which is kept, and with a quorum from agreeing
 * on any. Pure.
 */
function blockOf(all: readonly Witness[], hasQuorum: boolean): SeenBlock | undefined {
  const block = agreedBlock(all);
  if (block !== undefined || hasQuorum) return block;
  const answering = all.map((witness) =>
    witness.sighting.kind === 'silent' ? { ...witness, counts: false } : witness,
  );
  const likely = agreedBlock(answering);
  return likely && { ...likely, isIrreversible: false };
}

/**
 * History nodes may show it, and need not. A node that rests for a moment or does not answer counts as well as any other
 * one until its polls fail, as clients can make it: by its rate limit, or by requests that use up its budget. One that is
 * not on the chain of the others shows nothing.
 */
export function witnesses(caller: NodeCaller, sightings: ReadonlyMap<UpstreamNode, Sighting>): Witness[] {
  const { pool } = caller;
  const hasUsable = caller.nodes().some((node) => pool.isUsable(node));
  return [...sightings].map(([node, sighting]) => {
    const isOfChain = pool.isOfChain(node);
    const isUsable = pool.isUsable(node);
    const isLeftOut = hasUsable && isOfChain && !isUsable;
    return {
      sighting: isLeftOut ? { kind: 'silent' } : sighting,
      counts: isUsable && isOfChain && sighting.kind !== 'cannot-tell',
    };
  });
}

/** @throws every error but that of an aborted pause */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
