import type { ServerResponse } from 'node:http';
import { ManualClock, Metrics } from '@app/operations';
import { withCode } from '@app/redis';
import { type Chains, lifeOf } from '@app/upstream';
import { RedisWatches } from '@app/upstream/redis';
import { Redis } from 'ioredis';
import { json, type SendScript } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { networksOn } from '../support/networks-on';
import { ID, PACKED, PATIENT, pushOn, RelayOnFakeNodes, WITHOUT_WAIT } from './support/relay-on-fake-nodes';
import { signedPush } from './support/signed-push';
import { TRANSFER } from './support/transaction';

const SECRET = 'a text that both replicas have in common';
const KEY = 'ctg:{watches}:mainnet';
/** A look, and the time after which another replica takes its watch over. */
/** A part of one would be no number of a block: nodes that state it are not used. */
const BLOCK_MS = 500;
const FIRST_LOOK_MS = 3_000;
const UNTIL_TAKEN_MS = 4 * FIRST_LOOK_MS;

/** One of the replicas that share a Redis. */
interface Replica {
  readonly chains: Chains;
  readonly metrics: Metrics;
  readonly store: RedisWatches;
  isUp: boolean;
  forged: number;
}

describe('a watch that replicas share', () => {
  const fakes = new RelayOnFakeNodes();
  let clock: ManualClock;
  let redis: RedisServer;
  let client: Redis;
  let replicas: Replica[];

  const start = async (...scripts: SendScript[][]) => {
    await fakes.start(...scripts);
    clock = new ManualClock(Date.parse(`${fakes.chain.headBlockTime}Z`));
    replicas = await Promise.all([startReplica(), startReplica()]);
    for (const replica of replicas) {
      await replica.chains.of('mainnet').info();
      await until(() => replica.isUp);
    }
  };
  const startReplica = async (): Promise<Replica> => {
    const metrics = new Metrics();
    const replica = { metrics, isUp: false, forged: 0 } as Replica;
    const store = new RedisWatches(clock, {
      server: { ...redis.server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret: SECRET },
      onChange: (isUp) => (replica.isUp = isUp),
      onForged: () => (replica.forged += 1),
    });
    const networks = mainnetOn(
      fakes.nodes.map(({ url }) => url),
      fakes.chain.chainId,
    );
    const options = { ...PATIENT, clock, metrics, push: WITHOUT_WAIT, pollMs: 50, watches: store };
    const chains = chainsWithShortTimeouts(networks, options);
    await store.start();
    return Object.assign(replica, { chains, store });
  };
  beforeEach(async () => {
    redis = await startRedis();
    client = new Redis(redis.url, { lazyConnect: true }).on('error', () => undefined);
  });
  afterEach(async () => {
    client.disconnect();
    await Promise.all(replicas.map(end));
    await fakes.close();
    await redis.stop();
  });

  /** It says nothing to the other one, as a process that is killed. */
  const end = async ({ chains, store }: Replica): Promise<void> => {
    store.close();
    await chains.close();
  };
  const push = (replica: number) =>
    pushOn(networksOn(replicas[replica]!.chains), {
      ...signedPush(fakes.chain.chainId),
      wait_for: 'accepted',
    });
  const pass = (timeMs: number) => {
    clock.advance(timeMs);
    fakes.chain.headBlockTime = new Date(clock.now()).toISOString().slice(0, -1);
    fakes.chain.headBlockNum += timeMs / BLOCK_MS;
  };
  const count = async (replica: number, event: string): Promise<number> => {
    const { values } = await replicas[replica]!.metrics.watchedPushes.get();
    return values.find(({ labels }) => labels.event === event)?.value ?? 0;
  };
  const isStored = async (id = ID) => (await client.hexists(`${KEY}:leases`, id)) === 1;
  /** The replica ends; the other one sends its transaction, and the node takes it. */
  const takenOverFrom = async (replica: number): Promise<void> => {
    await end(replicas[replica]!);
    fakes.nodes[0]!.script = ['take'];
    pass(UNTIL_TAKEN_MS);
    await until(async () => (await count(1 - replica, 'taken_over')) === 1);
    pass(FIRST_LOOK_MS);
    await until(() => fakes.chain.applied.has(ID));
    expect(await count(1 - replica, 'vanished')).toBe(1);
  };
  const answerIrreversible = () => {
    const block = { block_number: 101, block_timestamp: '2026-11-21T12:00:00.500' };
    for (const node of fakes.nodes)
      node.override = (path, _body, response) => {
        if (!path.endsWith('_status')) return false;
        json(response, 200, { state: 'IRREVERSIBLE', ...block });
        return true;
      };
  };

  it('a watch that replicas share is continued by another one, which sends the lost transaction again', async () => {
    await start(['acknowledge']);
    await push(0);
    await until(() => isStored());
    expect(fakes.chain.applied.size).toBe(0);
    await takenOverFrom(0);
    answerIrreversible();
    pass(60_000);
    await until(async () => (await count(1, 'confirmed')) === 1);
    await until(async () => !(await isStored()));
    const sent = fakes.nodes[0]!.pushes().length;
    expect(await push(1)).toMatchObject({ status: 'already_executed', finality: 'irreversible' });
    expect(fakes.nodes[0]!.pushes()).toHaveLength(sent);
  });

  it('a watch that replicas share is that of the first one alone while it lives, also when the push is repeated', async () => {
    await start(['take']);
    fakes.chain.stateOfApplied = 'LOCALLY_APPLIED';
    await push(0);
    await until(() => isStored());
    const leaseNow = async () => (await client.hvals(`${KEY}:leases`))[0]!;
    const first = await leaseNow();
    await push(1);
    const asked = () => fakes.nodes[0]!.requests.filter(({ path }) => path.endsWith('_status')).length;
    let before = asked();
    for (const timeMs of [FIRST_LOOK_MS, 6_000, 12_000]) {
      const lease = await leaseNow();
      pass(timeMs);
      await until(() => asked() === before + 1);
      // The look has ended: the next one is planned from this time on.
      await until(async () => (await leaseNow()) !== lease);
      before = asked();
    }
    expect((await leaseNow()).slice(0, 16)).toBe(first.slice(0, 16));
    expect(await count(1, 'taken_over')).toBe(0);
  });

  it('a watch that replicas share is continued in memory while Redis is lost, and shared again when it is back', async () => {
    await start(['acknowledge']);
    await push(0);
    await until(() => isStored());
    await redis.stop();
    await until(() => replicas.every(({ isUp }) => !isUp));
    pass(FIRST_LOOK_MS);
    await until(async () => (await count(0, 'resent')) === 1);
    redis = await startRedis(redis.port);
    await until(() => replicas.every(({ isUp }) => isUp));
    await until(() => isStored());
    await takenOverFrom(0);
  });

  it('a watch that replicas share is begun for no record but that of a transaction, authentic or not', async () => {
    await start(['take']);
    const record = '{"path":"/v1/chain/send_transaction","head":1,"nodes":[]}\n{"packed_trx":"00"}';
    const forged = ['without a code', withCode(record, binding('ab'.repeat(32), 'another'))];
    for (const [index, value] of forged.entries()) await put(String(index).repeat(64), value);
    const authentic = 'cd'.repeat(32);
    await put(authentic, withCode(record, binding(authentic, SECRET)));
    await until(async () => (await client.hlen(`${KEY}:records`)) === 0);
    expect(replicas.reduce((sum, { forged: each }) => sum + each, 0)).toBeGreaterThanOrEqual(2);
    expect(await Promise.all([count(0, 'taken_over'), count(1, 'taken_over')])).toEqual([0, 0]);
    expect(fakes.nodes[0]!.pushes()).toEqual([]);
  });

  it('a watch that replicas share and that is put back after its end sends nothing', async () => {
    await start(['take']);
    await push(0);
    await until(() => isStored());
    const record = await client.hget(`${KEY}:records`, ID);
    answerIrreversible();
    pass(FIRST_LOOK_MS);
    await until(async () => (await count(0, 'confirmed')) === 1);
    await until(async () => !(await isStored()));
    await put(ID, record!);
    // The replica that saw no block takes it over for one look, where it is faster.
    await until(async () => {
      pass(BLOCK_MS);
      return (await client.hlen(`${KEY}:records`)) === 0;
    });
    expect(fakes.nodes[0]!.pushes()).toHaveLength(1);
  });

  it.each([
    ['show it in that block', true, 'already_executed'],
    ['show that block without it', false, 'refused'],
  ])(
    'a watch that replicas share tells another one the block of an expired push: nodes that %s',
    async (_, isHeld, expected) => {
      await start(['take'], ['take']);
      await push(0);
      answerIrreversible();
      pass(FIRST_LOOK_MS);
      await until(async () => (await count(0, 'confirmed')) === 1);
      await until(async () => (await client.exists(`${KEY}:block:${ID}`)) === 1);
      for (const node of fakes.nodes)
        node.override = (path, _body, response) => {
          if (path !== '/v1/chain/get_block') return path.endsWith('_status') && forgotten(response);
          const transactions = isHeld ? [{ status: 'executed', trx: { id: ID } }] : [];
          json(response, 200, { block_num: 101, timestamp: '2026-11-21T12:00:00.500', transactions });
          return true;
        };
      pass(600_000);
      await until(() => isAtHead(1));
      const outcome = await push(1).then(
        ({ status, finality, block_num }) => ({ status, finality, block_num }),
        (error: Error) => ({ status: error.message.includes('no node knows') ? 'refused' : error.message }),
      );
      const executed = { status: 'already_executed', finality: 'irreversible', block_num: 101 };
      expect(outcome).toEqual(isHeld ? executed : { status: expected });
      for (const node of fakes.nodes) node.script = ['expired'];
      const body = JSON.stringify({ packed_trx: PACKED, signatures: [] });
      const sent = {
        id: ID,
        life: lifeOf(TRANSFER),
        msToExpiry: 0,
        path: '/v1/chain/push_transaction',
        body,
      };
      const { kind } = await replicas[1]!.chains.of('mainnet').pushes.relay(sent);
      expect(kind === 'executed').toBe(isHeld);
    },
  );

  const forgotten = (response: ServerResponse): boolean => {
    json(response, 200, { state: 'UNKNOWN' });
    return true;
  };
  const isAtHead = async (replica: number): Promise<boolean> => {
    const chain = replicas[replica]!.chains.of('mainnet');
    await chain.info();
    return chain.position().headBlock === fakes.chain.headBlockNum;
  };
  const binding = (id: string, secret: string) => ({
    ...{ secret, purpose: 'watch-record', key: `${KEY}:${id}` },
  });
  const put = async (id: string, value: string): Promise<void> => {
    await client.hset(`${KEY}:records`, id, value);
    await client.zadd(`${KEY}:due`, 0, id);
  };
});
