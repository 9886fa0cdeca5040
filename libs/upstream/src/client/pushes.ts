import type { WaitFor } from '../push/finality';
import type { PushDeadline } from '../push/push-deadline';
import type { ConfirmedOutcome, PushOutcome } from '../push/push-facts';
import type { UnidentifiedPush } from '../push/push-once';
import type { PushReply } from '../push/push-reply';
import type { ExpiringTransaction, Pusher } from '../push/pusher';
import type { PushedTransaction, SignedTransaction } from '../push/send';
import type { Writes } from './writes';

/** Pushes to one network's chain. Reads after one see the change. */
export class Pushes {
  constructor(
    private readonly pusher: Pusher,
    private readonly writes: Writes,
  ) {}

  /** Sends a signed transaction to the chain and confirms its outcome. */
  send(transaction: SignedTransaction, waitFor: WaitFor): Promise<ConfirmedOutcome> {
    return this.writes.sent(this.pusher.push(transaction, waitFor));
  }

  /**
   * As `send`, by the client's own bytes and with the answer in the bytes of a node.
   * @throws UpstreamUnavailableError
   */
  relay(transaction: PushedTransaction): Promise<PushReply> {
    return this.writes.relayed(this.pusher.relay(transaction));
  }

  /** Sends a push whose transaction id is not known to one node. @throws UpstreamUnavailableError */
  relayOnce(push: UnidentifiedPush): Promise<PushReply> {
    return this.writes.relayed(this.pusher.relayOnce(push));
  }

  /** The end of a push that starts now: the requests that belong to it share it. */
  deadline(): PushDeadline {
    return this.pusher.deadline();
  }

  /** The outcome of a transaction whose watch ended in an irreversible block, of this replica or another one. */
  landed(id: string): Promise<ConfirmedOutcome | undefined> {
    return this.pusher.landed(id);
  }

  /** The outcome of a transaction that was sent before, by the blocks that hold it now. */
  locate(id: string, outcome: PushOutcome): Promise<ConfirmedOutcome> {
    return this.pusher.locate(id, outcome);
  }

  /** Records that the node at this address may hold transactions that one request brought to it. */
  recordHolder(address: string, transactions: readonly ExpiringTransaction[]): Promise<void> {
    return this.pusher.recordHolder(address, transactions);
  }

  /**
   * Whether a node may hold the transaction since an earlier push of it: when no look-up finds the transaction,
   * that is no proof that it was not executed.
   */
  async mayHold(id: string): Promise<boolean> {
    return (await this.pusher.holders(id)).size > 0;
  }
}
