import type { NodeCaller } from '../pool/node-caller';
import type { PushHolders } from './holders/push-holders';
import { Push, type PushRetryPolicy } from './push';
import type { PushOutcome } from './push-facts';
import type { SignedTransaction } from './send';

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
    return new Push(this.caller, this.pushHolders, transaction, this.policy).run();
  }

  /** Addresses of the nodes that may hold the transaction since earlier pushes of it. */
  holders(id: string): Promise<ReadonlySet<string>> {
    return this.pushHolders.of(this.caller.network, id);
  }
}
