import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestGateway } from '../../harness/gateway/test-gateway';
import { newSecret, webhooksFile } from '../../harness/gateway/webhooks-file';
import { GatewayProcess } from '../../harness/process/gateway-process';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { Receiver, type Received } from './support/receiver';
import { trade, tradesOf } from './support/trades';

const PRICES = ['81100', '81101', '81102', '81103'];

describe('webhooks of replicas that share a Redis', () => {
  let tools: TestGateway;
  let redis: RedisServer;
  let receiver: Receiver;
  let env: Record<string, string>;
  const running: RunningGateway[] = [];
  beforeAll(async () => {
    tools = await TestGateway.start();
    await tools.admin('price', { price: '80000' });
  });
  beforeEach(async () => {
    redis = await startRedis();
    receiver = await Receiver.start();
    const { file } = webhooksFile(
      [{ name: 'desk', url: receiver.url, topics: ['fills:alice', 'price'] }],
      [newSecret()],
    );
    env = { WEBHOOKS_FILE: file, REDIS_URL: redis.url };
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((gateway) => gateway.close()));
    await receiver.down();
    await redis.stop();
  });
  afterAll(() => tools.close());

  const start = async () => {
    const gateway = await startGateway(tools.chain.url, undefined, env);
    running.push(gateway);
    return gateway;
  };
  const stop = async (gateway: RunningGateway) => {
    running.splice(running.indexOf(gateway), 1);
    await gateway.close();
  };
  const tradeAt = async (...prices: string[]) => {
    for (const price of prices) await trade(tools, price);
  };
  /** Ids of fills, each once. */
  const idsOf = (fills: readonly Received[]) => [...new Set(fills.map(({ id }) => id))];

  it('a receiver that is down while the replica is replaced gets every fill of that time, in their order', async () => {
    const first = await start();
    await receiver.gets('ready');
    await tradeAt(PRICES[0]!);
    await receiver.gets('fill');
    await receiver.down();
    await tradeAt(PRICES[1]!);
    await stop(first);
    await tradeAt(PRICES[2]!);
    await start();
    await tradeAt(PRICES[3]!);
    await receiver.up();
    await receiver.gets('fill', 4);
    expect(receiver.of('fill').map(({ data }) => data['trade'])).toEqual(
      (await tradesOf(tools, 'alice')).slice(-4),
    );
    expect(idsOf(receiver.of('fill'))).toHaveLength(4);
    // One beginning, and no loss.
    expect(receiver.of('ready')).toHaveLength(1);
    expect([...receiver.of('gap'), ...receiver.of('reset')]).toEqual([]);
  });

  it('an event whose answer was lost is sent again by the next replica with its id', async () => {
    const first = await start();
    await receiver.gets('ready');
    await receiver.gets('price');
    receiver.answer = (_, response) => response.destroy();
    await tradeAt('81150');
    const [lost] = await receiver.gets('fill');
    await stop(first);
    receiver.answer = (_, response) => response.writeHead(200).end();
    const before = receiver.of('fill').length;
    await start();
    const fills = await receiver.gets('fill', before + 1);
    expect(idsOf(fills)).toEqual([lost!.id]);
  });

  it('one of two replicas delivers a webhook, and each event comes once', async () => {
    await start();
    await start();
    await receiver.gets('ready');
    await tradeAt(...PRICES);
    await receiver.gets('fill', PRICES.length);
    // A fill of a second replica would have come with those that follow.
    await tradeAt('81199');
    await receiver.gets('fill', PRICES.length + 1);
    expect(receiver.of('ready')).toHaveLength(1);
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(receiver.arrived.length);
  });

  it('a Redis that loses its data costs no event and begins nothing anew', async () => {
    await start();
    await receiver.gets('ready');
    await tradeAt(PRICES[0]!);
    await receiver.gets('fill');
    await redis.stop();
    await tradeAt(PRICES[1]!);
    redis = await startRedis(redis.port);
    await tradeAt(PRICES[2]!);
    await until(() => idsOf(receiver.of('fill')).length === 3);
    expect(receiver.of('fill').map(({ data }) => data['trade'])).toEqual(
      (await tradesOf(tools, 'alice')).slice(-3),
    );
    expect(receiver.of('ready')).toHaveLength(1);
  });

  it('a replica that is killed is taken over by another one, which sends the fills of the time between', async () => {
    const networks = path.join(mkdtempSync(path.join(tmpdir(), 'killed-')), 'networks.yaml');
    const mainnet = {
      chain_id: 'first-contact',
      profile: developmentProfileFile(),
      nodes: [tools.chain.url],
    };
    writeFileSync(networks, JSON.stringify({ networks: { mainnet } }));
    const killed = await GatewayProcess.startManaged({ ...env, NETWORKS_FILE: networks });
    try {
      await receiver.gets('ready');
      await start();
      await tradeAt(PRICES[0]!);
      await receiver.gets('fill');
      await killed.kill();
      await tradeAt(...PRICES.slice(1));
      await until(() => idsOf(receiver.of('fill')).length === PRICES.length);
      const fills = receiver
        .of('fill')
        .filter(({ id }, index, all) => all.findIndex((one) => one.id === id) === index);
      expect(fills.map(({ data }) => data['trade'])).toEqual(
        (await tradesOf(tools, 'alice')).slice(-PRICES.length),
      );
      expect(receiver.of('ready')).toHaveLength(1);
    } finally {
      await killed.kill();
    }
  });
});
