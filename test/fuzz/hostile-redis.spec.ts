import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';
import { type RunningGateway, startGateway } from '../harness/gateway/start-gateway';
import { TestChain, transfer } from '../harness/node/test-chain';
import { isRefusalOfNode } from './faults-of';
import { API, fuzzRequests, MINUTES, repeat, SEED } from './findings';
import { retainedBytes } from './heap';
import { HostileRedis } from './hostile-redis';
import { RandomRequests } from './random-requests';
import { Seeded } from '../harness/seeded';

const SHORT = { requests: 160, pushes: 8 };
const MOST_GROWTH_BYTES = 128 * 1_048_576;

describe('a gateway whose Redis answers anything', () => {
  const errors: unknown[] = [];
  const onError = (reason: unknown): unknown => errors.push(reason);
  let redis: HostileRedis;
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    process.on('unhandledRejection', onError).on('uncaughtException', onError);
    redis = await HostileRedis.start(new Seeded(SEED));
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual' });
    gateway = await startGateway(chain.url, undefined, {
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      REDIS_COMMAND_TIMEOUT_MS: '50',
      RATE_LIMIT_META: '1000000',
      REDIS_SHARED_SECRET: 'a text that all replicas have in common',
      MIRROR_SHARED_CACHE_BYTES: '65536',
    });
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
    await redis.close();
    process.off('unhandledRejection', onError).off('uncaughtException', onError);
  });

  it('each request gets one truthful answer, no code fails, and the heap stays bounded', async () => {
    const before = retainedBytes();
    const run = { seed: SEED, least: SHORT.requests, minutes: MINUTES / 2 };
    const requests = new RandomRequests(API, new Seeded(run.seed));
    expect(await fuzzRequests(gateway.url, requests, isRefusalOfNode, run)).toEqual([]);
    expect(errors).toEqual([]);
    expect(redis.answers).toBeGreaterThan(0);
    expect(retainedBytes() - before).toBeLessThan(MOST_GROWTH_BYTES);
  });

  it('each push is answered by what happened to it', async () => {
    const held = async (): Promise<bigint> => {
      const body = { code: 'btc.token', account: 'bob', symbol: 'BTC' };
      const [balance = ''] = await chain.read<string[]>('get_currency_balance', body);
      return BigInt(balance.replaceAll(/\D/g, ''));
    };
    let sum = await held();
    await repeat(SHORT.pushes, MINUTES / 4, async (number) => {
      const satoshi = (number % 100) + 1;
      const amount = `0.${String(satoshi).padStart(8, '0')}`;
      // The head is the time that a transaction expires by: it was made before the requests.
      chain.devchain.chain.produceBlock();
      const action = transfer('alice', 'bob', `${amount} BTC`, { memo: `push ${number}` });
      const body = JSON.stringify(await chain.sign([action], [chain.keyOf('alice')]));
      const answer = await fetch(`${gateway.url}/v1/chain/send_transaction`, { method: 'POST', body });
      const text = await answer.text();
      // A counter may say that the limit is reached: nothing was sent then.
      expect([202, 429]).toContain(answer.status);
      expect(text).toContain(answer.status === 202 ? '"processed":' : 'limit');
      chain.devchain.chain.produceBlock();
      sum += answer.status === 202 ? BigInt(satoshi) : 0n;
      expect(await held()).toBe(sum);
      return false;
    });
    expect(errors).toEqual([]);
  });
});
