import type { ChainInfo } from '../node/info';
import type { LinkedBlock } from './linked-block';

/** Facts about one node at a moment. */
export interface NodeFacts {
  /** Whether an operator took it out of service: it serves nothing, and its word does not count. */
  readonly isCordoned: boolean;
  /** Its last answer about itself; undefined before the first one. */
  readonly info: ChainInfo | undefined;
  /** Milliseconds since that answer. */
  readonly infoAgeMs: number;
  /** Why its last poll failed; undefined when it answered, or was not polled yet. */
  readonly pollFailure: string | undefined;
  /** Whether that answer is newer than the last failed poll, and not too old to be compared. */
  readonly isAnswering: boolean;
  /** Ids of the irreversible blocks that it reported lately, by their numbers. */
  readonly irreversibleIds: ReadonlyMap<number, string>;
  /** Milliseconds since its last irreversible block changed. */
  readonly finalizingMs: number;
  /** Whether that was seen: its first irreversible block may have stood for a while before. */
  readonly hasFinalized: boolean;
  /** Why it should rest: failures in a row, a full queue, its own rate limit. */
  readonly pauseReason: string | undefined;
  /** Number of an irreversible block of the other nodes that it has with another id: see forkedAt and checkFork. */
  readonly forkedAt: number | undefined;
  /** Newest block of it whose headers are linked to a block of the other nodes: see checkLink. */
  readonly linked: LinkedBlock | undefined;
}

/** Bounds of a node that may serve. */
export interface EligibilityLimits {
  /** Head older than this by this machine's clock. A head in the future is fine: development chains advance their time. */
  readonly maxHeadAgeMs: number;
  /** Blocks that a head may be behind the agreed one, or ahead of it. */
  readonly maxBlocksBehind: number;
  /** The same for the time of the head. Heads are read at different moments, a poll apart at most. */
  readonly maxBehindMs: number;
  /** The same for the last irreversible block: a node on a minority fork finalizes nothing. */
  readonly maxIrreversibleBehind: number;
  /**
   * Age of an answer, in milliseconds, above which it does not say where the node is now: it was not polled, as the
   * pool was not used or the process stood still. Nodes are polled before the next request.
   */
  readonly maxInfoAgeMs: number;
  /** Blocks that the index of a v2 node may be behind. */
  readonly maxIndexBlocksBehind: number;
}
