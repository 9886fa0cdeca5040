import { createHash } from 'node:crypto';
import { bytesToHex, packTransaction, unpackTransaction } from '@app/antelope';
import { ManualClock } from '@app/operations';
import { lifeOf } from '@app/upstream';
import { RedisWatches } from '@app/upstream/redis';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { transactionOf } from '../../../libs/antelope/testing/transfer';
import type { WatchRecord } from '../../../libs/upstream/src/push/watch/shared/watch-record';
import { WatchShare } from '../../../libs/upstream/src/push/watch/shared/watch-share';
import type { WatchedPush } from '../../../libs/upstream/src/push/watch/watched-push';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const NOW_MS = 1_700_000_000_000;
const LOOK_MS = 3_000;
const KEY = 'ctg:{watches}:mainnet';
const TRANSACTIONS = Array.from({ length: 3 }, (_, index) => {
  const packed = packTransaction(
    transactionOf('2026-11-21T12:05:00', {
      ...{ account: 'btc.token', name: 'transfer', data: `0${index}` },
      authorization: [{ actor: 'alice', permission: 'active' }],
    }),
  );
  const id = createHash('sha256').update(packed).digest('hex');
  const body = JSON.stringify({ packed_trx: bytesToHex(packed) });
  return {
    id,
    life: lifeOf(unpackTransaction(packed)),
    path: '/v1/chain/send_transaction',
    body,
    msToExpiry: 0,
  };
});

/** A replica that looks each three seconds, at what it watches and at what others left. */
class Replica {
  readonly watched = new Map<string, WatchedPush>();
  readonly #store: RedisWatches;
  readonly #share: WatchShare;
  #isAwake = false;
  isUp = false;
  isFrozen = false;

  constructor(
    private readonly clock: ManualClock,
    { server }: RedisServer,
  ) {
    this.#store = new RedisWatches(clock, {
      server: { ...server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret: 'a text that all replicas have in common' },
      onChange: (isUp) => (this.isUp = isUp),
    });
    const own = {
      network: 'mainnet',
      watched: () => this.watched.values(),
      // Its network is idle, and it does not know the chain.
      room: () => (this.#isAwake ? 16 : 0),
      wake: () => (this.#isAwake = true),
      take: ({ transaction: { id } }: WatchRecord) => void this.add(id),
      leave: (id: string) => void this.watched.delete(id),
    };
    this.#share = new WatchShare(this.#store, own, clock);
  }

  start(): Promise<void> {
    return this.#store.start();
  }

  add(id: string): WatchedPush {
    const watched = {
      transaction: TRANSACTIONS.find((each) => each.id === id)!,
      ...{
        acknowledged: new Set<string>(),
        acknowledgedAgain: new Set<string>(),
        headBlock: 1,
        isNew: true,
        startedMs: 0,
        blocks: new Map(),
      },
      ...{ block: undefined, isIncluded: false, hasVanished: false, hasFinalLook: false },
      ...{ lastBlock: undefined, looks: 0, isShared: false },
      nextLookMs: this.clock.monotonicMs() + LOOK_MS,
    };
    this.watched.set(id, watched);
    return watched;
  }

  push(id: string): Promise<void> {
    return this.watched.has(id) ? Promise.resolve() : this.#share.keepOrLeave(this.add(id));
  }

  async look(): Promise<void> {
    if (this.isFrozen) return;
    for (const watched of [...this.watched.values()]) {
      if (watched.nextLookMs > this.clock.monotonicMs()) continue;
      watched.nextLookMs = this.clock.monotonicMs() + LOOK_MS;
      await this.#share.keepOrLeave(watched);
    }
    await this.#share.look();
  }

  finish(id: string): void {
    if (this.watched.delete(id)) this.#share.end(id);
  }

  kill(): void {
    this.#share.close();
    this.#store.close();
  }
}

const step = fc.oneof(
  ...['push', 'finish', 'kill', 'freeze', 'thaw'].map((what) =>
    fc.record({ do: fc.constant(what), replica: fc.nat(2), which: fc.nat(2) }),
  ),
  fc
    .constantFrom('pass', 'lose', 'find', 'flush', 'forge')
    .map((what) => ({ do: what, replica: 0, which: 0 })),
);

/** Three replicas and their Redis; transactions that may not be lost. */
class World {
  readonly clock = new ManualClock(NOW_MS);
  replicas: Replica[] = [];
  readonly wanted = new Set<string>();
  isLost = false;
  kills = 0;

  constructor(private redis: RedisServer) {}

  async start(): Promise<void> {
    this.replicas = [0, 1, 2].map(() => new Replica(this.clock, this.redis));
    await Promise.all(this.replicas.map((replica) => replica.start()));
    await until(() => this.replicas.every(({ isUp }) => isUp));
  }

  async run(what: string, replica: Replica, id: string): Promise<void> {
    if (what === 'push' && !replica.isFrozen) {
      this.wanted.add(id);
      await replica.push(id);
    } else if (what === 'finish' && replica.watched.has(id) && !replica.isFrozen) {
      this.wanted.delete(id);
      for (const each of this.replicas) each.finish(id);
    } else if (what === 'kill' && !this.isLost) await this.#kill(replica);
    else if (what === 'freeze') replica.isFrozen = true;
    else if (what === 'thaw') replica.isFrozen = false;
    else if (what === 'pass') await this.pass();
    else if (what === 'find' && this.isLost) await this.find();
    else if (this.isLost) return;
    else if (what === 'forge') await this.#inRedis(what);
    // A watch of a replica that was killed is in Redis alone.
    else if (this.#isInMemory) await (what === 'lose' ? this.#lose() : this.#inRedis(what));
  }

  get #isInMemory(): boolean {
    return [...this.wanted].every((id) => this.replicas.some(({ watched }) => watched.has(id)));
  }

  /** Longer than a lease: a replica that looks keeps its watches, those of others are taken over. */
  async pass(): Promise<void> {
    for (let at = 0; at < 6; at += 1) {
      this.clock.advance(LOOK_MS);
      for (const replica of this.replicas) await replica.look();
    }
  }

  /** Redis comes back without its data. */
  async find(): Promise<void> {
    this.redis = await startRedis(this.redis.port);
    this.isLost = false;
    await until(() => this.replicas.every(({ isUp }) => isUp));
  }

  async close(): Promise<void> {
    for (const replica of this.replicas) replica.kill();
    if (!this.isLost) await this.redis.stop();
  }

  /** Its watches are in Redis, by itself or by the one that has them now; another replica begins. */
  async #kill(replica: Replica): Promise<void> {
    replica.isFrozen = false;
    await this.pass();
    replica.kill();
    this.kills += replica.watched.size;
    const fresh = new Replica(this.clock, this.redis);
    this.replicas = [...this.replicas.filter((each) => each !== replica), fresh];
    await fresh.start();
    await until(() => fresh.isUp);
  }

  async #lose(): Promise<void> {
    await this.redis.stop();
    this.isLost = true;
    await until(() => this.replicas.every(({ isUp }) => !isUp));
  }

  async #inRedis(what: string): Promise<void> {
    const client = new Redis(this.redis.url);
    if (what === 'flush') await client.flushall();
    if (what === 'forge')
      for (const { id } of TRANSACTIONS) {
        await client.hset(`${KEY}:leases`, id, `${'0'.repeat(16)}@${NOW_MS + 3_600_000}:${'0'.repeat(43)}`);
        await client.zadd(`${KEY}:due`, 0, id);
      }
    client.disconnect();
  }
}

it('watches are lost by no kill, freeze, forged lease or loss of Redis, and each has one replica in the end', async () => {
  let kills = 0;
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const world = new World(await startRedis());
      try {
        await world.start();
        for (const { do: what, replica, which } of steps)
          await world.run(what, world.replicas[replica]!, TRANSACTIONS[which]!.id);
        if (world.isLost) await world.find();
        for (const replica of world.replicas) replica.isFrozen = false;
        await world.pass();
        await world.pass();
        const watching = world.replicas.flatMap(({ watched }) => [...watched.keys()]).sort();
        expect(watching).toEqual([...world.wanted].sort());
        kills += world.kills;
        taken += watching.length;
      } finally {
        await world.close();
      }
    }),
    { numRuns: 30, seed: 20_261_125, endOnFailure: true },
  );
  // It is no proof unless replicas that watched were killed, and watches were left.
  expect(kills).toBeGreaterThan(5);
  expect(taken).toBeGreaterThan(20);
});
