import { consistencyToken, type RandomBelow } from '@app/operations';
import { type ConfirmedOutcome, NodeAnswerError, UpstreamUnavailableError } from '@app/upstream';
import { NodeFailure } from '../../../../../libs/upstream/src/node/errors';
import { UpstreamNode } from '../../../../../libs/upstream/src/node/upstream-node';
import { CHAIN } from '../../../../../libs/upstream/src/pool/testing/judged-nodes';
import { forge, sign } from './intruder';
import { Replica } from './replica';
import { type Call, ENDS_MS, type RedisEvent, type Scenario } from './scenario';
import { SimulatedChain, type SimulatedTransaction, STARTED_MS } from './simulated-chain';
import { SimulatedNode } from './simulated-node';
import { seeded } from './seeded';
import { SimulatedRedis } from './simulated-redis';
import { VirtualTime } from './virtual-time';

/** How one push of a transaction ended. */
export interface Attempt {
  readonly transaction: SimulatedTransaction;
  readonly replica: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Undefined: it was reported as failed. */
  readonly outcome: ConfirmedOutcome | undefined;
  /** Block of the transaction when the push was reported; undefined: in none. */
  readonly block: number | undefined;
  /** Whether it was in a block, or in the queue of the producers, when the push was reported. */
  readonly isOnChain: boolean;
}

/** How a push ended that is reported as refused. */
export type Refused = Pick<Attempt, 'transaction' | 'fromMs' | 'untilMs' | 'isOnChain'>;

/** Replicas, nodes, Redis and clients of one run. */
export class Fleet {
  readonly time = new VirtualTime();
  readonly chain: SimulatedChain;
  readonly nodes: readonly SimulatedNode[];
  readonly redis = new SimulatedRedis(this.time);
  readonly attempts: Attempt[] = [];
  /** Pushes of the node API. */
  readonly relays: (Refused & { readonly isRefused: boolean })[] = [];
  /** Labels of the nodes that answered plain reads, in order of time. */
  readonly servedBy: string[] = [];
  readonly wrong: string[] = [];
  readonly failed: string[] = [];
  readonly #transactions: SimulatedTransaction[] = [];
  readonly #replicas: Replica[] = [];
  /** Newest block that a client saw. */
  readonly #seen = [0, 0];
  readonly #heads = [0, 0];

  constructor(readonly scenario: Scenario) {
    this.chain = new SimulatedChain(this.time, scenario.finality);
    this.nodes = scenario.nodes.map(
      ({ fault, ...delays }, index) => new SimulatedNode(index, this.chain, this.time, delays, fault),
    );
  }

  /** Runs the whole scenario. @param look called each half second of the model */
  async run(look: (fleet: Fleet) => void): Promise<void> {
    const uninstallRedis = this.redis.install();
    this.time.install();
    const exchange = jest.spyOn(UpstreamNode.prototype, 'exchange').mockImplementation(function (
      this: UpstreamNode,
      request,
      signal,
    ) {
      // A pool of another spec of this process may still poll its own nodes.
      const foreign = new NodeFailure(this.label, 'is not of this fleet', { mayHaveArrived: false });
      return byLabel.get(this.label)?.exchange(request, signal) ?? Promise.reject(foreign);
    });
    const byLabel = new Map(this.nodes.map((node) => [node.label, node]));
    try {
      this.#start();
      this.#schedule();
      for (let atMs = 500; atMs <= ENDS_MS; atMs += 500) {
        await this.time.runUntil(atMs);
        look(this);
      }
    } finally {
      for (const replica of this.#replicas) await replica.close();
      exchange.mockRestore();
      this.time.uninstall();
      uninstallRedis();
    }
  }

  get replicas(): readonly Replica[] {
    return this.#replicas.filter(({ isClosed, readyMs }) => !isClosed && readyMs !== undefined);
  }

  #start(): void {
    const { seed, replicas } = this.scenario;
    const random = seeded(seed);
    for (let index = 0; index < replicas; index += 1) this.#join(random);
  }

  #join(random: RandomBelow): void {
    const nodes = this.nodes.map(({ label }) => label);
    const replica = new Replica({ time: this.time, clock: this.time.clock(STARTED_MS), random, nodes });
    this.#replicas.push(replica);
    void replica.start();
  }

  #schedule(): void {
    const { calls, redis, endsAtMs, joinsAtMs, cordonAtMs, seed } = this.scenario;
    for (const call of calls) this.time.after(call.atMs, () => void this.#call(call));
    for (const event of redis) this.#plan(event);
    const last = this.#replicas.at(-1)!;
    if (endsAtMs !== undefined && this.#replicas.length > 1)
      this.time.after(endsAtMs, () => void last.close());
    if (joinsAtMs !== undefined)
      this.time.after(joinsAtMs, () => {
        this.#join(seeded(seed + 1));
      });
    if (cordonAtMs !== undefined)
      this.time.after(cordonAtMs, () => {
        this.#replicas[0]!.cordon(this.cordoned, true);
      });
  }

  /** The node that an operator takes out of service: one that is not sound, where there is one. */
  get cordoned(): string {
    return (this.nodes.find(({ fault }) => fault !== undefined) ?? this.nodes[0]!).label;
  }

  #plan({ kind, atMs, forMs }: RedisEvent): void {
    const { store } = this.redis;
    const facts = () => ({
      ...{ store, chain: this.chain, transactions: this.#transactions },
      ...{ nodes: this.nodes.map(({ label }) => label), nowMs: STARTED_MS + Math.floor(this.time.nowMs) },
    });
    if (kind === 'lost') {
      this.time.after(atMs, () => (this.redis.isLost = true));
      this.time.after(atMs + forMs, () => (this.redis.isLost = false));
    }
    if (kind === 'wiped')
      this.time.after(atMs, () => {
        store.wipe();
      });
    if (kind === 'forged')
      this.time.after(atMs, () => {
        forge(facts());
      });
    if (kind === 'signed')
      this.time.after(atMs, () => {
        sign(facts());
      });
    if (kind === 'replayed')
      this.time.after(atMs, () => {
        this.time.after(forMs, store.copy());
      });
  }

  async #call(call: Call): Promise<void> {
    const alive = this.replicas;
    const replica = alive[call.replica % alive.length]!;
    const other = alive[(call.replica + 1) % alive.length]!;
    if (call.kind === 'push') {
      await this.#push(this.#made(call), call, replica);
      // The next read of the client is often at another replica.
      return this.#read({ ...call, kind: call.seconds % 2 === 0 ? 'verified' : 'plain' }, other);
    }
    const known = this.#transactions.at(-1 - (call.seconds % 3)) ?? this.#transactions.at(-1);
    if (call.kind === 'push again') return known && this.#push(known, call, replica);
    if (call.kind === 'relay')
      return this.#relay((call.seconds % 2 === 0 && known) || this.#made(call), replica);
    if (call.kind === 'landed') return known && this.#landed(known, replica);
    await this.#read(call, replica);
    return this.#read(call, other);
  }

  async #read(call: Call, replica: Replica): Promise<void> {
    const startedMs = this.time.nowMs;
    if (replica.isClosed) return;
    try {
      if (call.kind === 'verified') await this.#verified(call, replica);
      if (call.kind === 'plain') await this.#plain(call, replica);
      if (call.kind === 'head') await this.#head(call, replica);
    } catch (error) {
      if (!replica.isClosed) this.failed.push(`${startedMs} ms, ${call.kind}: ${nameOf(error)}`);
    }
  }

  #made({ atMs, seconds, isValid }: Call): SimulatedTransaction {
    const made = this.chain.transaction(`${atMs} ${this.#transactions.length}`, seconds, isValid);
    this.#transactions.push(made);
    return made;
  }

  async #push(
    transaction: SimulatedTransaction,
    { client, replica: index }: Call,
    replica: Replica,
  ): Promise<void> {
    const fromMs = this.time.nowMs;
    let outcome: ConfirmedOutcome | undefined;
    try {
      outcome = await replica.push(transaction);
    } catch (error) {
      if (!(error instanceof NodeAnswerError || error instanceof UpstreamUnavailableError)) throw error;
    }
    if (replica.isClosed) return;
    const { executed } = this.chain;
    this.attempts.push({
      ...{ transaction, fromMs, untilMs: this.time.nowMs, outcome, replica: index },
      ...{ block: executed.get(transaction.id), isOnChain: this.chain.has(transaction) },
    });
    const token = outcome && replica.client.heads.tokenOfPush(outcome.blockNum);
    this.#see(client, Number(token?.split('-')[1] ?? 0));
  }

  /** An execution is reported in the words of a node; that it was executed before, or is refused, has to be true. */
  async #relay(transaction: SimulatedTransaction, replica: Replica): Promise<void> {
    const fromMs = this.time.nowMs;
    let status = 0;
    try {
      const reply = await replica.relay(transaction);
      if (reply.kind === 'reply') status = reply.served.reply.status;
    } catch (error) {
      if (!(error instanceof NodeAnswerError || error instanceof UpstreamUnavailableError)) throw error;
      status = REFUSED;
    }
    if (replica.isClosed) return;
    const untilMs = this.time.nowMs;
    const isOnChain = this.chain.has(transaction);
    const isRefused = status >= REFUSED && status !== DUPLICATE;
    this.relays.push({ transaction, fromMs, untilMs, isOnChain, isRefused });
    if (status !== DUPLICATE) return;
    // A node says so before its transaction has reached the producers.
    this.time.after(GOSSIPED_MS, () => {
      if (!this.chain.has(transaction) && !this.chain.isExpired(transaction))
        this.wrong.push(`${untilMs} ms: executed before by the report, and in no block`);
    });
  }

  async #landed(transaction: SimulatedTransaction, replica: Replica): Promise<void> {
    const outcome = await replica.client.pushes.landed(transaction.id);
    if (outcome === undefined) return;
    const block = this.chain.executed.get(transaction.id);
    if (block !== outcome.blockNum)
      this.wrong.push(`landed in block ${outcome.blockNum}, it is in ${String(block)}`);
  }

  async #verified({ client }: Call, replica: Replica): Promise<void> {
    const block = Math.max(this.#seen[client]!, this.chain.head - MAX_OLD_BLOCKS);
    const state = await replica.verifiedState(this.#token(client));
    const isTrue = state === 0 || [...this.chain.executed.values()].includes(state);
    if (!isTrue || state < this.chain.stateAt(block) || state > this.chain.head)
      this.wrong.push(`verified read: ${state} at block ${this.chain.head}, at least ${block} was asked for`);
    this.#see(client, state);
  }

  async #plain({ client }: Call, replica: Replica): Promise<void> {
    const block = this.#seen[client]!;
    const { head, node } = await replica.servedHead(this.#token(client));
    this.servedBy.push(node);
    const isSound = this.nodes.find(({ label }) => label === node)!.wasSound;
    if (!isSound) return;
    if (head < block) this.wrong.push(`read: block ${head} of ${node} after block ${block} was shown`);
    this.#see(client, head);
  }

  async #head({ client }: Call, replica: Replica): Promise<void> {
    const head = await replica.head();
    if (head > this.chain.head + APART_BLOCKS)
      this.wrong.push(`get_info: ${head} at block ${this.chain.head}`);
    const hasSoundHeads =
      this.nodes.every(({ fault }) => fault === undefined) && this.scenario.redis.length === 0;
    if (hasSoundHeads && head < this.#heads[client]!) this.wrong.push(`get_info fell to ${head}`);
    this.#heads[client] = head;
  }

  #see(client: number, block: number): void {
    this.#seen[client] = Math.max(this.#seen[client]!, block);
  }

  #token(client: number): string | undefined {
    const block = this.#seen[client]!;
    return block === 0 ? undefined : consistencyToken(CHAIN, block);
  }
}

/** Statuses of nodes: from the first on nothing was executed; the other one says that it was before. */
const REFUSED = 400;
const DUPLICATE = 409;
const GOSSIPED_MS = 100;
/** Nodes that follow the chain may be two blocks apart, and agree on the time of a block before the one that they agree on. */
const APART_BLOCKS = 3;
/** Answers that are kept, and nodes that are a little late: six seconds. */
const MAX_OLD_BLOCKS = 12;

const nameOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
