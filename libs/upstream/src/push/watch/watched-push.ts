import type { UpstreamNode } from '../../node/upstream-node';
import type { BlocksOfNode } from '../confirm/blocks-of-node';
import type { SeenBlock, Sighting } from '../confirm/sighting';
import type { PushedTransaction } from '../send';

/** A push that has an outcome, and may still be lost. */
export interface EndedPush {
  readonly transaction: Omit<PushedTransaction, 'deadline'>;
  /** Addresses of the nodes that said that they have it. */
  readonly acknowledged: ReadonlySet<string>;
  /** Head of the network before it was sent. */
  readonly headBlock: number;
  /** This push brought it to the chain. */
  readonly isNew: boolean;
  readonly elapsedMs: number;
}

/** All that is known of one watched transaction. Times are those of the monotonic clock. */
export interface WatchedPush extends Omit<EndedPush, 'elapsedMs'> {
  /** Addresses of the nodes that said that they have it when it was sent again. */
  readonly acknowledgedAgain: Set<string>;
  readonly startedMs: number;
  readonly blocks: Map<UpstreamNode, BlocksOfNode>;
  /** The block that the nodes agreed on last. */
  block: SeenBlock | undefined;
  isIncluded: boolean;
  hasVanished: boolean;
  /** It was looked at since the pool knows that its block is irreversible. */
  hasFinalLook: boolean;
  /** Head of the network when no later block could hold the transaction any more; undefined before. */
  lastBlock: number | undefined;
  looks: number;
  nextLookMs: number;
  /** Another replica takes it over when this one ends. */
  isShared: boolean;
}

/** A sighting, and the node that it is of. */
export interface NodeSighting {
  readonly sighting: Sighting;
  readonly acknowledged: boolean;
  /** It is a node of the chain that lacks no block of the others. */
  readonly isCurrent: boolean;
}

/** First look of the watch of a push: as long as a push waits for its block. */
const FIRST_LOOK_MS = 3_000;
/** Longest pause between two looks of a watch: below the 180 s for which nodes keep the status of a transaction. */
const MAX_PAUSE_MS = 60_000;

/** Pause before the next look: as long as a push waits for a block at first, then twice as long each time. Pure. */
export const pauseBeforeLook = (looks: number): number => Math.min(FIRST_LOOK_MS * 2 ** looks, MAX_PAUSE_MS);

/**
 * Whether a transaction is in no block and not pending, by the nodes other than those that acknowledged it, where one of
 * them can tell: the word of a node that lost it counts no more. Pure.
 */
export function isVanished(sightings: readonly NodeSighting[]): boolean {
  const { kinds } = told(sightings);
  return kinds.includes('absent') && !kinds.includes('seen') && !kinds.includes('pending');
}

/**
 * Whether to send a transaction again that the nodes agree on no block of: one does not have it, and less than half of
 * the nodes that did not acknowledge it say that they do. Where only nodes that acknowledged it can tell, one without it
 * is enough: the word of a single node may stay false, and a transaction that is sent twice is executed once. Pure.
 */
export function isToResend(sightings: readonly NodeSighting[]): boolean {
  const { kinds, byOthers } = told(sightings);
  if (!kinds.includes('absent')) return false;
  const having = kinds.filter((kind) => kind === 'seen' || kind === 'pending').length;
  return !byOthers || having * 2 < kinds.length;
}

/** Sightings of the nodes that did not acknowledge it, or all where none of those can tell. */
function told(sightings: readonly NodeSighting[]) {
  const telling = sightings.filter(
    ({ sighting: { kind }, isCurrent }) => isCurrent && kind !== 'silent' && kind !== 'cannot-tell',
  );
  const others = telling.filter(({ acknowledged }) => !acknowledged);
  const byOthers = others.length > 0;
  return { byOthers, kinds: (byOthers ? others : telling).map(({ sighting: { kind } }) => kind) };
}
