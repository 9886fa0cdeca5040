import type { Clock } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import { NodeAnswerError, UpstreamUnavailableError } from '../node/errors';
import type { NodeCaller } from '../pool/node-caller';
import type { PushHolders } from './sent-to-nodes/push-holders';
import { confirmed } from './confirm/confirmed';
import { type LookBounds, seenInBlock } from './confirm/confirmation';
import type { SeenBlock } from './confirm/sighting';
import { Push, type PushParts, type PushRetryPolicy, rememberedMs } from './push';
import { PushDeadline } from './push-deadline';
import type { WaitFor } from './finality';
import type { ConfirmedOutcome, PushOutcome } from './push-facts';
import { PushWatch } from './watch/push-watch';
import type { EndedPush } from './watch/watched-push';
import type { WatchStore } from './watch/shared/watch-store';
import { pushOnce, type UnidentifiedPush } from './push-once';
import type { PushReply } from './push-reply';
import { SilentNodes } from './silent-nodes';
import { inSendTransaction, type PushedTransaction, type SignedTransaction } from './send';
import { MAX_LIFE_MS } from './transaction-life';

/** A transaction and the time until it expires, in milliseconds by the time of the chain. */
export type ExpiringTransaction = Pick<PushedTransaction, 'id' | 'msToExpiry'>;

/** Transactions that are recorded at once: many more would keep the store busy beyond the time of a command. */
const RECORDED_AT_ONCE = 50;

/** Outcomes by which pushes are counted. */
const OUTCOMES = ['executed', 'already_executed', 'pending', 'unknown', 'refused', 'unavailable'] as const;

interface PusherParts {
  readonly holders: PushHolders;
  readonly clock: Clock;
  readonly metrics: ChainMetrics | undefined;
  /** Watches in common with other replicas; undefined: this process is alone. */
  readonly store: WatchStore | undefined;
}

/** Pushes transactions to the nodes of one network. */
export class Pusher {
  readonly #watch: PushWatch;
  readonly #parts: PushParts;
  readonly #metrics: ChainMetrics | undefined;

  constructor(
    private readonly caller: NodeCaller,
    private readonly policy: PushRetryPolicy,
    { holders, clock, metrics, store }: PusherParts,
  ) {
    this.#parts = { caller, holders, policy, silent: new SilentNodes(clock) };
    this.#metrics = metrics;
    this.#watch = new PushWatch(caller, {
      ...{ clock, metrics, store },
      resend: (transaction, lostBy) => this.#resend({ ...transaction, lostBy }),
    });
    // Prometheus sees no increase in a counter that begins with 1.
    for (const outcome of OUTCOMES) metrics?.pushes.inc({ network: caller.network, outcome }, 0);
  }

  /** Ends the watch of pushed transactions. */
  close(): void {
    this.#watch.close();
  }

  /**
   * Sends a signed transaction so that an executed one is never reported as failed, and waits as long as the caller
   * does. The rules are those of the push policy (push-policy.ts) and of the look at blocks (confirm/).
   * @throws NodeAnswerError when the chain refuses it; UpstreamUnavailableError when no node was reached.
   */
  push(transaction: SignedTransaction, waitFor: WaitFor): Promise<ConfirmedOutcome> {
    return this.#counted(this.#confirmedPush(transaction, waitFor), ({ status }) => status);
  }

  /** The outcome of a transaction that is not sent any more, by the blocks that hold it. */
  async locate(id: string, outcome: PushOutcome): Promise<ConfirmedOutcome> {
    const { headBlock } = this.caller.pool.position();
    return confirmed(
      outcome,
      await seenInBlock(this.caller, { id, headBlock }, this.#bounds('in_block', this.policy.inBlockMs)),
    );
  }

  /**
   * As `push`, for a client that expects the bytes of a node: a refusal is the answer of the node that refused.
   * @throws UpstreamUnavailableError when no node was reached
   */
  relay(transaction: PushedTransaction): Promise<PushReply> {
    return this.#counted(this.#relayed(transaction), outcomeOf);
  }

  /** The irreversible block that the watch of a transaction ended in; undefined where none is known. */
  landedBlock(id: string): Promise<SeenBlock | undefined> {
    return this.#watch.landedBlock(id);
  }

  /** The outcome of a transaction whose watch ended in an irreversible block; undefined where none is known. */
  async landed(id: string): Promise<ConfirmedOutcome | undefined> {
    const block = await this.landedBlock(id);
    return block && confirmed({ status: 'already_executed', ...block }, block);
  }

  /** Sends what has no id that is known to one node. @throws UpstreamUnavailableError when no node was reached */
  relayOnce(push: UnidentifiedPush): Promise<PushReply> {
    return this.#counted(pushOnce(this.caller, push), outcomeOf);
  }

  /** The end of a push that starts now. */
  deadline(): PushDeadline {
    return new PushDeadline(this.policy.budgetMs);
  }

  /** Addresses of the nodes that may hold the transaction since earlier pushes of it. */
  holders(id: string): Promise<ReadonlySet<string>> {
    return this.#parts.holders.of(this.caller.network, id);
  }

  /**
   * Records that a node may hold transactions that one request brought to it: a later push of one of them is not
   * reported as failed while that node cannot be asked. Not of those that no chain takes.
   */
  async recordHolder(address: string, transactions: readonly ExpiringTransaction[]): Promise<void> {
    const { network } = this.caller;
    const possible = transactions.filter(({ msToExpiry }) => msToExpiry <= MAX_LIFE_MS);
    for (let at = 0; at < possible.length; at += RECORDED_AT_ONCE)
      await Promise.all(
        possible
          .slice(at, at + RECORDED_AT_ONCE)
          .map(({ id, msToExpiry }) =>
            this.#parts.holders.add(network, id, address, rememberedMs(msToExpiry)),
          ),
      );
  }

  /**
   * Where nodes have forgotten the transaction, its watch may know the block. Where one node alone says that it has it, or
   * another one refused it, one may be wrong: a block decides.
   */
  async #relayed(transaction: PushedTransaction): Promise<PushReply> {
    const { headBlock } = this.caller.pool.position();
    const deadline = transaction.deadline ?? this.deadline();
    const { reply, isDoubtful } = await this.#push({ ...transaction, deadline }).runForReply();
    const isOpen = isDoubtful || reply.kind === 'unknown' || outcomeOf(reply) === 'refused';
    const landed = isOpen ? await this.#watch.landedBlock(transaction.id) : undefined;
    if (!isDoubtful) return landed === undefined ? reply : { kind: 'executed', location: landed };
    const bounds = this.#bounds('in_block', deadline.remainingMs);
    const seen = landed ?? (await seenInBlock(this.caller, { id: transaction.id, headBlock }, bounds));
    return seen === undefined ? { kind: 'unknown' } : reply;
  }

  async #confirmedPush(transaction: SignedTransaction, waitFor: WaitFor): Promise<ConfirmedOutcome> {
    const known = this.#watch.irreversibleBlock(transaction.id);
    if (known !== undefined) return confirmed({ status: 'already_executed', ...known }, known);
    const { headBlock } = this.caller.pool.position();
    const deadline = this.deadline();
    const outcome = await this.#push({ ...inSendTransaction(transaction), deadline }).run();
    // Found by nothing but its acceptance, it is in no block yet.
    const isNew = outcome.status === 'executed';
    if (outcome.status === 'unknown' || (isNew && waitFor === 'accepted'))
      return confirmed(outcome, undefined);
    const bounds = this.#bounds(waitFor, deadline.remainingMs);
    const block = await seenInBlock(this.caller, { id: transaction.id, headBlock }, bounds);
    if (block !== undefined) this.#watch.saw(transaction.id, block);
    return confirmed(outcome, block);
  }

  #bounds(waitFor: WaitFor, remainingMs: number): LookBounds {
    const { inBlockMs, lookPauseMs: pauseMs, hasQuorum } = this.policy;
    const bounds = { pauseMs, hasQuorum: hasQuorum?.() === true };
    if (waitFor === 'irreversible') return { ...bounds, until: waitFor, timeMs: remainingMs };
    return { ...bounds, until: 'in_block', timeMs: Math.min(inBlockMs, remainingMs) };
  }

  async #counted<T>(push: Promise<T>, outcome: (result: T) => string): Promise<T> {
    const count = (name: string): void => {
      this.#metrics?.pushes.inc({ network: this.caller.network, outcome: name });
    };
    try {
      const result = await push;
      count(outcome(result));
      return result;
    } catch (error) {
      count(error instanceof NodeAnswerError ? 'refused' : 'unavailable');
      throw error;
    }
  }

  #push(transaction: PushedTransaction): Push {
    return new Push(this.#parts, transaction, (push) => {
      this.#watch.add(push);
    });
  }

  /** @returns addresses of the nodes that say that they have it now */
  async #resend(transaction: PushedTransaction): Promise<ReadonlySet<string>> {
    let acknowledged: ReadonlySet<string> = new Set();
    const onOutcome = (push: EndedPush): void => {
      ({ acknowledged } = push);
    };
    try {
      await new Push(this.#parts, transaction, onOutcome).run();
    } catch (error) {
      // The watch continues: another node may have it, or accept it later.
      const isOfNodes = error instanceof NodeAnswerError || error instanceof UpstreamUnavailableError;
      if (!isOfNodes) throw error;
    }
    return acknowledged;
  }
}

/** A node executes a transaction with a success, and refuses it with any other status. */
function outcomeOf(reply: PushReply): string {
  if (reply.kind !== 'reply') return reply.kind;
  return reply.served.reply.status < 300 ? 'executed' : 'refused';
}
