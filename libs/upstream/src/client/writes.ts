import type { AbiCache } from '../cache/abi-cache';
import type { ReadCache } from '../cache/read-cache';
import type { NodePool } from '../pool/node-pool';
import { mayChange, maySetAbi, type PushReply } from '../push/push-reply';
import type { ConfirmedOutcome } from '../push/push-facts';
import type { SharedPushes } from '../push/shared-pushes';

/** Pushes, after which reads that were kept may be out of date: here, and at the other replicas. */
export class Writes {
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly pool: NodePool,
    private readonly reads: ReadCache,
    private readonly abis: AbiCache,
    private readonly shared: SharedPushes | undefined,
  ) {}

  /** Calls `listener` after every push. */
  onWrite(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** A push of decoded actions, none of which sets an ABI. */
  sent(push: Promise<ConfirmedOutcome>): Promise<ConfirmedOutcome> {
    return this.#after(push, () => ({ isChange: true, setsAbi: false }));
  }

  /** A push of bytes that are not looked at. */
  relayed(push: Promise<PushReply>): Promise<PushReply> {
    return this.#after(push, (reply) => ({ isChange: mayChange(reply), setsAbi: maySetAbi(reply) }));
  }

  /** Reads that were kept before are not served any more. */
  drop(setsAbi: boolean): void {
    this.reads.drop();
    if (setsAbi) this.abis.revalidate();
    for (const listener of this.#listeners) listener();
  }

  /** Heads of the nodes are read at once: the next reads name the block of the push. */
  async #after<T>(push: Promise<T>, changeOf: (reply: T) => Change): Promise<T> {
    let reply: T;
    try {
      reply = await push;
    } catch (error) {
      this.drop(false);
      throw error;
    }
    const { isChange, setsAbi } = changeOf(reply);
    this.drop(setsAbi);
    this.pool.consistency.lookNow();
    // Before its client knows: it may read at another replica next.
    if (isChange) await this.shared?.announce({ network: this.pool.network, setsAbi });
    return reply;
  }
}

interface Change {
  readonly isChange: boolean;
  readonly setsAbi: boolean;
}
