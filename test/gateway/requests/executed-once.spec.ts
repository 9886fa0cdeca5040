import { ToolError } from '@app/tooling';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { ModelChain } from './support/model-chain';
import { type Bytes, ModelReplica } from './support/model-replica';

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('first', 'second', 'both').map((who) => ({ do: 'compose', who })) },
  { weight: 6, arbitrary: fc.nat(2).map((which) => ({ do: 'push', which })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(1, 299, 301, 2_000).map((seconds) => ({ do: 'advance', seconds })),
  },
  { weight: 3, arbitrary: fc.nat(2).map((which) => ({ do: 'fork', which })) },
  { weight: 2, arbitrary: fc.constantFrom('flush', 'lose', 'find', 'restart').map((what) => ({ do: what })) },
  { weight: 2, arbitrary: fc.constantFrom('settle', 'drop', 'overwrite').map((what) => ({ do: what })) },
);
interface Step {
  do: string;
  who?: string;
  which?: number;
  seconds?: number;
}

/** Two replicas, their Redis and the chain, with all bytes that were ever answered. */
class World {
  readonly chain = new ModelChain(6);
  readonly bytes: Bytes[] = [];
  readonly codes = new Set<string>();
  isLost = false;
  #wasKept = false;
  /** Whether another program changed the record: a replica that ends may be the only one that knows it. */
  #isChanged = false;
  replicas: ModelReplica[] = [];
  constructor(
    private redis: RedisServer,
    private readonly id: string,
  ) {}

  async start(): Promise<void> {
    this.replicas = [0, 1].map(() => new ModelReplica(this.chain, this.redis));
    await Promise.all(this.replicas.map((replica) => replica.start()));
    await this.settled();
  }

  /** Both replicas use Redis, and have put back what they know. */
  async settled(): Promise<void> {
    await until(() => this.replicas.every(({ isUp }) => isUp));
    for (const [index, replica] of this.replicas.entries())
      await until(async () => {
        const probe = `probe-${index}-${Math.random()}`;
        return replica.compose(probe).then(
          () => true,
          () => false,
        );
      });
  }

  async run({ do: what, who, which = 0, seconds = 0 }: Step): Promise<void> {
    const [first, second] = this.replicas as [ModelReplica, ModelReplica];
    if (what === 'compose')
      await this.#compose(who === 'first' ? [first] : who === 'second' ? [second] : [first, second]);
    else if (what === 'push') this.#push(which);
    else if (what === 'advance') this.chain.advance(seconds);
    else if (what === 'fork') this.chain.fork(this.#pushable(which));
    else if (what === 'settle' && !this.isLost) await this.settled();
    else if (what === 'flush' && !this.isLost) await this.#flush();
    else if (what === 'lose' && !this.isLost) await this.#lose();
    else if (what === 'find' && this.isLost) await this.find();
    else if (what === 'restart' && !this.isLost && !this.#isChanged) await this.#restart();
    else if (what === 'drop' && !this.isLost) await this.#change((client, key) => client.del(key));
    else if (what === 'overwrite' && !this.isLost) await this.#change((client, key) => client.set(key, 'x'));
  }

  /** Redis comes back without its data. */
  async find(): Promise<void> {
    this.redis = await startRedis(this.redis.port);
    this.isLost = false;
    await until(() => this.replicas.every(({ isUp }) => isUp));
    if (this.#wasKept) await until(() => this.#isKept());
  }

  async close(): Promise<void> {
    for (const replica of this.replicas) replica.close();
    if (!this.isLost) await this.redis.stop();
  }

  async #compose(replicas: readonly ModelReplica[]): Promise<void> {
    const answers = await Promise.allSettled(replicas.map((replica) => replica.compose(this.id)));
    const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(answered.map(({ id }) => id)).size).toBeLessThanOrEqual(1);
    for (const { id } of answered) this.#expectOthersDead(id);
    this.bytes.push(...answered);
    for (const one of answers) if (one.status === 'rejected') this.#refused(one.reason as unknown);
  }

  /** Both transactions could be executed otherwise. */
  #expectOthersDead(id: string): void {
    const others = this.bytes.filter((each) => each.id !== id);
    expect(others.filter((each) => this.chain.fateOf(each).kind !== 'dead')).toEqual([]);
  }

  #refused(error: unknown): void {
    if (!(error instanceof ToolError)) throw error;
    this.codes.add(error.code);
  }

  #push(which: number): void {
    const pushed = this.#pushable(which);
    if (pushed !== undefined) this.chain.push(pushed);
  }

  /** The last bytes that were answered, or older ones. */
  #pushable(which: number): Bytes | undefined {
    const all = new Map(this.bytes.map((bytes) => [bytes.id, bytes]));
    return [...all.values()].at(-1 - which);
  }

  async #flush(): Promise<void> {
    const wasKept = await this.#isKept();
    const client = new Redis(this.redis.url);
    await client.flushall();
    client.disconnect();
    this.#isChanged = false;
    await this.#compose(this.replicas);
    if (wasKept) await until(() => this.#isKept());
  }

  /** Whether Redis has the record of the id. */
  async #isKept(): Promise<boolean> {
    const client = new Redis(this.redis.url);
    const count = await client.exists(this.#key);
    client.disconnect();
    return count === 1;
  }

  get #key(): string {
    return `ctg:{requests}:mainnet:alice:${this.id}`;
  }

  /** Another program changes the record, not the index of all ids. */
  async #change(change: (client: Redis, key: string) => Promise<unknown>): Promise<void> {
    if (!(await this.#isKept())) return;
    const client = new Redis(this.redis.url);
    await change(client, this.#key);
    client.disconnect();
    this.#isChanged = true;
    await this.#compose(this.replicas);
  }

  async #lose(): Promise<void> {
    this.#wasKept = await this.#isKept();
    await this.redis.stop();
    this.isLost = true;
    this.#isChanged = false;
    await until(() => this.replicas.every(({ isUp }) => !isUp));
  }

  /** One replica ends; Redis and the other one have what it knew. */
  async #restart(): Promise<void> {
    await this.settled();
    await this.#compose(this.replicas);
    this.replicas.shift()?.close();
    const replica = new ModelReplica(this.chain, this.redis);
    this.replicas.push(replica);
    await replica.start();
  }
}

describe('an intention with a request_id', () => {
  it('an intention with a request_id is executed once at most, whatever happens to replicas, Redis and blocks', async () => {
    let executed = 0;
    let renewed = 0;
    const codes = new Set<string>();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const world = new World(await startRedis(), `intention-${(run += 1)}`);
        try {
          await world.start();
          for (const each of steps) {
            await world.run(each);
            expect(world.chain.executed.length).toBeLessThanOrEqual(1);
          }
          executed += world.chain.executed.length;
          renewed += Number(new Set(world.bytes.map(({ id }) => id)).size > 1);
          for (const code of world.codes) codes.add(code);
        } finally {
          await world.close();
        }
      }),
      { numRuns: 40, seed: 20_261_124, endOnFailure: true },
    );
    // It is no proof unless intentions were carried out, transactions were replaced, and calls were refused.
    expect(executed).toBeGreaterThan(5);
    expect(renewed).toBeGreaterThan(3);
    expect([...codes].sort()).toEqual(['request_id_unavailable', 'request_id_undecided']);
  });
});
