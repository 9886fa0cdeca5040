import { setTimeout as pause } from 'node:timers/promises';
import { UpstreamUnavailableError } from '../node/errors';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller, ServedReply } from '../pool/node-caller';
import type { PushHolders } from './sent-to-nodes/push-holders';
import { PushDeadline } from './push-deadline';
import type { LookupResult, PushFacts, PushOutcome, PushResult, PushStep, SendResult } from './push-facts';
import { possibleHolders } from './possible-holders';
import { isAgreed, nextStep } from './push-policy';
import { type PushReply, replyTo } from './push-reply';
import { type PushedTransaction, sendTo } from './send';
import type { SilentNodes } from './silent-nodes';
import type { EndedPush } from './watch/watched-push';
import { MAX_LIFE_MS } from './transaction-life';
import { lookUpAtNode, lookUpEverywhere } from './transaction-lookup';

/** Retry and confirmation limits of a push. */
export interface PushRetryPolicy {
  /**
   * For the push as a whole, however many nodes do not answer; only the first check of a node's chain id may exceed it.
   */
  readonly budgetMs: number;
  /** Number of final look-ups of an unconfirmed transaction, and the pause between them. */
  readonly lookups: number;
  readonly pauseMs: number;
  /** How long a push waits for a block at most, and the pause between two looks at one node. */
  readonly inBlockMs: number;
  readonly lookPauseMs: number;
  /** How long a node may take before the next one is sent the bytes beside it. */
  readonly hedgeMs: number;
  /** Whether the network compares reads over nodes. Default: it does not. */
  readonly hasQuorum?: () => boolean;
}

/** The result of a push that reached a node. */
type ReachedResult = Exclude<PushResult, { kind: 'unavailable' }>;

/**
 * How long after its expiry a transaction is remembered: a block that holds it is irreversible after about
 * 165 s on a chain of 21 producers, and known to every node that follows the chain.
 */
const KEPT_AFTER_EXPIRY_MS = 180_000;

/** How long the nodes of a transaction are remembered, in milliseconds. @param msToExpiry by the time of the chain */
export const rememberedMs = (msToExpiry: number): number =>
  Math.min(Math.max(0, msToExpiry), MAX_LIFE_MS) + KEPT_AFTER_EXPIRY_MS;

/** Share of the time of a push for sending; the remainder is for look-ups. */
const SENDING_SHARE = 0.75;

/** Nodes that have to accept a transaction, where there are as many: one of them may lose it. */
const COPIES = 2;
/** Member of a body that asks the node to answer once the transaction is in a block. */
const RETRY = '"retry_trx"';

/** Parts of the pushes of one network. */
export interface PushParts {
  readonly caller: NodeCaller;
  readonly holders: PushHolders;
  readonly policy: PushRetryPolicy;
  readonly silent: SilentNodes;
}

/** Sends one transaction by the steps of the push policy, and gathers the facts that the policy decides on. */
export class Push {
  readonly #nodes: ReadonlyMap<string, UpstreamNode>;
  readonly #first = new Map<string, SendResult>();
  readonly #again = new Map<string, SendResult>();
  readonly #replies = new Map<SendResult, ServedReply>();
  /** Read before this push adds its own nodes. */
  readonly #recalled: Promise<ReadonlySet<string>>;
  readonly #deadline: PushDeadline;
  readonly #sending: AbortSignal;
  /** Of the network, before anything is sent. */
  readonly #headBlock: number;
  /** First sends that are not answered yet, by address. */
  readonly #late = new Map<string, Promise<void>>();
  #earlier: ReadonlySet<string> | undefined;
  #lookups: readonly LookupResult[] = [];
  #hasWaited = false;
  readonly #startedMs = performance.now();

  constructor(
    private readonly parts: PushParts,
    private readonly transaction: PushedTransaction,
    private readonly onOutcome: (push: EndedPush) => void,
  ) {
    const { caller, holders, policy } = parts;
    const { id, deadline = new PushDeadline(policy.budgetMs), lostBy } = transaction;
    const hasLost = ({ address }: UpstreamNode): number => Number(lostBy?.has(address) === true);
    const nodes = caller.chainNodes().toSorted((one, other) => hasLost(one) - hasLost(other));
    this.#nodes = new Map(nodes.map((node) => [node.address, node]));
    this.#deadline = deadline;
    this.#sending = deadline.after(SENDING_SHARE);
    this.#headBlock = caller.pool.position().headBlock;
    this.#recalled = holders.of(caller.network, id);
  }

  /** @throws NodeAnswerError when the chain refuses it; UpstreamUnavailableError when no node was reached */
  async run(): Promise<PushOutcome> {
    const result = await this.#result();
    if (result.kind === 'refused') throw result.error;
    return result.outcome;
  }

  /**
   * As `run`, with the answer in a node's own bytes where one may stand for the result.
   * @returns also whether the word of the nodes is not enough for an execution
   */
  async runForReply(): Promise<{ readonly reply: PushReply; readonly isDoubtful: boolean }> {
    const result = await this.#result();
    const isExecuted = result.kind === 'outcome' && result.outcome.status !== 'unknown';
    return {
      reply: replyTo(result, [...this.#first.values(), ...this.#again.values()], this.#replies),
      isDoubtful: isExecuted && !isAgreed(this.#facts()),
    };
  }

  async #result(): Promise<ReachedResult> {
    for (;;) {
      const step = nextStep(this.#facts(), this.parts.policy.lookups);
      if (step.kind === 'done') return this.#end(step.result);
      await this.#execute(step);
    }
  }

  #facts(): PushFacts {
    return {
      nodes: [...this.#nodes.keys()],
      following: new Set(
        [...this.#nodes].flatMap(([address, node]) =>
          this.parts.caller.pool.isFollowing(node) ? [address] : [],
        ),
      ),
      silent: new Set([...this.#nodes.keys()].filter((address) => this.parts.silent.has(address))),
      first: this.#first,
      again: this.#again,
      earlier: this.#earlier,
      lookups: this.#lookups,
      hasWaited: this.#hasWaited,
      isTimeUp: this.#deadline.isOver,
    };
  }

  async #execute(step: Exclude<PushStep, { kind: 'done' }>): Promise<void> {
    switch (step.kind) {
      case 'send':
        return this.#send(step.node, step.round);
      case 'look-up':
        return this.#lookUp(step.node);
      case 'recall':
        this.#earlier = await this.#recalled;
        return;
      case 'wait':
        await pause(this.parts.policy.pauseMs);
        this.#hasWaited = true;
        return;
      case 'await-late':
        if (this.#late.size === 0) throw new Error('no node is late');
        await Promise.race(this.#late.values());
    }
  }

  async #send(address: string, round: 'first' | 'again'): Promise<void> {
    const answered = this.#sendTo(address, round);
    if (round === 'again') return answered;
    const sending = answered.finally(() => this.#late.delete(address));
    this.#late.set(address, sending);
    const { hedgeMs, budgetMs } = this.parts.policy;
    const isLate = await isPendingAfter(sending, isAnsweredInBlock(this.transaction) ? budgetMs : hedgeMs);
    if (isLate && !this.#first.has(address)) this.#first.set(address, { kind: 'late' });
  }

  async #sendTo(address: string, round: 'first' | 'again'): Promise<void> {
    const [call, signal] =
      round === 'first' ? (['push', this.#sending] as const) : (['lookup', this.#deadline.signal] as const);
    void this.#remember(address);
    const node = this.#node(address);
    const { result, reply, isSilent } = await sendTo(this.parts.caller, node, this.transaction, {
      call,
      signal,
    });
    // A client can have a node wait for a block as long as it likes.
    if (!isAnsweredInBlock(this.transaction)) this.parts.silent.record(address, isSilent);
    if (reply !== undefined) this.#replies.set(result, { reply, node });
    (round === 'first' ? this.#first : this.#again).set(address, result);
    this.#lookups = [];
    this.#hasWaited = false;
  }

  async #lookUp(address: string | undefined): Promise<void> {
    const { caller, policy } = this.parts;
    const { id, life } = this.transaction;
    const { signal } = this.#deadline;
    const hasQuorum = policy.hasQuorum?.() === true;
    const lookup =
      address === undefined
        ? await lookUpEverywhere(caller, { id, life, headBlock: this.#headBlock }, { hasQuorum, signal })
        : await lookUpAtNode(caller, this.#node(address), { id, life }, signal);
    this.#lookups = [...this.#lookups, lookup];
    this.#hasWaited = false;
  }

  /** A node that accepts a transaction may lose it: other usable nodes are sent the bytes until two have them. */
  async #copy(): Promise<void> {
    const usable = new Set(this.parts.caller.chainNodes());
    for (const node of this.#nodes.values()) {
      if (this.#acknowledged().size >= COPIES) break;
      const isSent = this.#first.has(node.address) || this.#again.has(node.address);
      if (!isSent && usable.has(node) && !this.parts.caller.pool.isUnfit(node))
        await this.#sendTo(node.address, 'first');
    }
    await this.#rememberHolders();
  }

  /** Nodes that say that they have the transaction. */
  #acknowledged(): ReadonlySet<string> {
    const sent = [...this.#first, ...this.#again];
    return new Set(
      sent.filter(([, { kind }]) => kind === 'executed' || kind === 'duplicate').map(([node]) => node),
    );
  }

  #remember(address: string): Promise<void> {
    const { id, msToExpiry } = this.transaction;
    return this.parts.holders.add(this.parts.caller.network, id, address, rememberedMs(msToExpiry));
  }

  async #end(result: PushResult): Promise<ReachedResult> {
    const remembered = this.#rememberHolders();
    // Nothing waits for it.
    if (this.#acknowledged().size === 1) void this.#copy();
    if (result.kind === 'unavailable')
      throw new UpstreamUnavailableError(this.parts.caller.network, result.failures);
    if (result.kind === 'outcome') this.#report(result.outcome);
    // The caller may push again at once, through another replica.
    if (result.kind === 'outcome' && result.outcome.status === 'unknown') await remembered;
    return result;
  }

  #report({ status }: PushOutcome): void {
    const { id, life, msToExpiry, path, body } = this.transaction;
    this.onOutcome({
      transaction: { id, life, msToExpiry, path, body },
      acknowledged: this.#acknowledged(),
      headBlock: this.#headBlock,
      isNew: status === 'executed',
      elapsedMs: performance.now() - this.#startedMs,
    });
  }

  /**
   * Removes the nodes that do not hold the transaction. The others are added again: a concurrent push may have removed
   * them.
   */
  async #rememberHolders(): Promise<void> {
    const earlier = await this.#recalled;
    const holders = possibleHolders({ first: this.#first, again: this.#again, earlier });
    const { network } = this.parts.caller;
    const sentTo = [...this.#first.keys(), ...this.#again.keys()];
    await Promise.all([
      ...[...new Set([...sentTo, ...earlier])]
        .filter((address) => !holders.has(address))
        .map((address) => this.parts.holders.remove(network, this.transaction.id, address)),
      ...[...holders].map((address) => this.#remember(address)),
    ]);
  }

  #node(address: string): UpstreamNode {
    const node = this.#nodes.get(address);
    if (node === undefined) throw new Error(`no node ${address}`);
    return node;
  }
}

/** Whether work takes longer than a time. @throws the error of the work */
async function isPendingAfter(work: Promise<void>, timeMs: number): Promise<boolean> {
  const end = new AbortController();
  const late = pause(timeMs, true, { signal: end.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => false), late]);
  } finally {
    end.abort();
  }
}

/** Its answer is not late after half a second. */
const isAnsweredInBlock = ({ body }: PushedTransaction): boolean =>
  typeof body === 'string' ? body.includes(RETRY) : Buffer.from(body).includes(RETRY);
