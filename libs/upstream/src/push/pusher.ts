import type { NodeCaller } from '../pool/node-caller';
import type { PushHolders } from './holders/push-holders';
import { Push, type PushRetryPolicy } from './push';
import type { PushOutcome } from './push-facts';
import { pushOnce, type UnidentifiedPush } from './push-once';
import type { PushReply } from './push-reply';
import { inSendTransaction, type PushedTransaction, type SignedTransaction } from './send';

/** Pushes transactions to the nodes of one network. */
export class Pusher {
  constructor(
    private readonly caller: NodeCaller,
    private readonly pushHolders: PushHolders,
    private readonly policy: PushRetryPolicy,
  ) {}

  /**
   * Sends a signed transaction so that an executed one is never reported as failed. The rules are those of
   * the push policy (push-policy.ts).
   * @throws NodeAnswerError when the chain refuses it; UpstreamUnavailableError when no node was reached.
   */
  push(transaction: SignedTransaction): Promise<PushOutcome> {
    return this.#push(inSendTransaction(transaction)).run();
  }

  /**
   * As `push`, for a client that expects the bytes of a node: a refusal is the answer of the node that refused.
   * @throws UpstreamUnavailableError when no node was reached
   */
  relay(transaction: PushedTransaction): Promise<PushReply> {
    return this.#push(transaction).runForReply();
  }

  /** Sends what has no id that is known to one node. @throws UpstreamUnavailableError when no node was reached */
  relayOnce(push: UnidentifiedPush): Promise<PushReply> {
    return pushOnce(this.caller, push, AbortSignal.timeout(this.policy.budgetMs));
  }

  /** Addresses of the nodes that may hold the transaction since earlier pushes of it. */
  holders(id: string): Promise<ReadonlySet<string>> {
    return this.pushHolders.of(this.caller.network, id);
  }

  #push(transaction: PushedTransaction): Push {
    return new Push(this.caller, this.pushHolders, transaction, this.policy);
  }
}
