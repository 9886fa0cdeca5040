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
}

/** Most nodes that are asked: two have to agree, and some may not answer. */
const MAX_NODES = 4;
/** Looks in a row without an answer after which the others decide without the node. */
const MAX_SILENT_LOOKS = 2;
const USABLE: ReadonlySet<string> = new Set(['fit', 'old', 'unknown']);

/**
 * Looks for a transaction in the blocks of the nodes, each at its own pace: a slow one delays nothing.
 * @returns the block that the nodes agreed on last; undefined when there is none in time
 */
export async function seenInBlock(
  caller: NodeCaller,
  sought: SoughtTransaction,
  { until, timeMs, pauseMs }: LookBounds,
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
  const agreed = (): SeenBlock | undefined => agreedBlock(witnesses(caller, sightings));
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
 * History nodes may show it, and need not. A node that rests for a moment counts as well as any other one, as it can be
 * made to: by its rate limit, or by requests that use up its budget. One that is not on the chain of the others shows
 * nothing.
 */
export function witnesses(caller: NodeCaller, sightings: ReadonlyMap<UpstreamNode, Sighting>): Witness[] {
  const usable = new Set(
    caller.pool
      .status()
      .filter(({ fitness, judged }) => fitness.kind !== 'unfit' && USABLE.has(judged.kind))
      .map(({ node }) => node),
  );
  return [...sightings].map(([node, sighting]) => {
    const isOfChain = caller.pool.isOfChain(node);
    const isUsable = usable.has(node.label);
    const isLeftOut = usable.size > 0 && isOfChain && !isUsable;
    return {
      sighting: isLeftOut ? { kind: 'silent' } : sighting,
      counts: isUsable && isOfChain && canTell(sighting),
    };
  });
}

const canTell = ({ kind }: Sighting): boolean => kind !== 'silent' && kind !== 'cannot-tell';

/** @throws every error but that of an aborted pause */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
