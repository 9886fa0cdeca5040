import type { NodeAnswerError, NodeFailure } from '../node/errors';
import type { Finality } from './finality';
import type { TransactionLocation } from './transaction-answers';

/** Outcome of a push. */
export interface PushOutcome extends TransactionLocation {
  /** `unknown`: it was sent and may still be executed; look it up by its id later. */
  readonly status: 'executed' | 'already_executed' | 'unknown';
}

/** Outcome of a push after the look at blocks. */
export interface ConfirmedOutcome extends TransactionLocation {
  /** `executed`, `already_executed`: seen in a block. `pending`: accepted, and not seen in a block. */
  readonly status: PushOutcome['status'] | 'pending';
  readonly finality: Finality;
}

/** Result of sending the bytes to one node once. */
export type SendResult =
  | { readonly kind: 'executed'; readonly location: TransactionLocation }
  /** The node has the transaction already. */
  | { readonly kind: 'duplicate' }
  /** Any other refusal. */
  | { readonly kind: 'refused'; readonly error: NodeAnswerError }
  /** The bytes may have arrived, and no readable answer came: the node may hold the transaction. */
  | { readonly kind: 'unacknowledged' }
  /** As `unacknowledged` until it answers, or its time ends: the next node is sent the bytes meanwhile. */
  | { readonly kind: 'late' }
  /** The bytes were certainly not taken up. */
  | { readonly kind: 'not-reached'; readonly failure: NodeFailure };

/** Result of one look-up. */
export interface LookupResult {
  /** Undefined when no node that was asked reports the transaction as executed. */
  readonly location: TransactionLocation | undefined;
  /** A node that keeps transactions has none of this id. False: nothing is known of the transaction. */
  readonly isAnswered: boolean;
  /** As many nodes as have to keep all blocks that the transaction may be in, and no later block can hold it. */
  readonly coversLife: boolean;
}

/** All that is known of one push. Nodes are named by their address. */
export interface PushFacts {
  /** In the order in which they are tried. */
  readonly nodes: readonly string[];
  /** Those that follow the chain by their last polls, whatever requests of clients make of them. */
  readonly following: ReadonlySet<string>;
  /** Those that left a push unanswered lately: no refusal waits for them. */
  readonly silent: ReadonlySet<string>;
  /** Results of the first round, in order of time. */
  readonly first: ReadonlyMap<string, SendResult>;
  /** Results of the second round: nodes that may hold the transaction are sent the bytes once more. */
  readonly again: ReadonlyMap<string, SendResult>;
  /** Nodes that may hold the transaction since earlier pushes of it; undefined: not read yet. */
  readonly earlier: ReadonlySet<string> | undefined;
  /** Look-ups since the last send, in order of time. */
  readonly lookups: readonly LookupResult[];
  /** A pause has passed since the last look-up. */
  readonly hasWaited: boolean;
  /** The budget of the push is used up. */
  readonly isTimeUp: boolean;
}

/** End of a push: an outcome, the chain's refusal, or no node that could be reached. */
export type PushResult =
  | { readonly kind: 'outcome'; readonly outcome: PushOutcome }
  | { readonly kind: 'refused'; readonly error: NodeAnswerError }
  | { readonly kind: 'unavailable'; readonly failures: readonly NodeFailure[] };

/** Next action of a push. */
export type PushStep =
  | { readonly kind: 'send'; readonly node: string; readonly round: 'first' | 'again' }
  /** Read which nodes may hold the transaction since earlier pushes of it. */
  | { readonly kind: 'recall' }
  /** At one node, or at all nodes in parallel. */
  | { readonly kind: 'look-up'; readonly node?: string }
  | { readonly kind: 'wait' }
  /** For the answer of one of the late nodes. */
  | { readonly kind: 'await-late' }
  | { readonly kind: 'done'; readonly result: PushResult };
