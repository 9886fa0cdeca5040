import { Redis } from 'ioredis';
import { RequestStorage } from '../../../apps/gateway/src/composing/requests/request-storage';
import { overMcp, overRest } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { codeOf } from './support/code-of';

const PAYMENT = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.5' };
const STEP = { tool: 'transfer', input: PAYMENT };
const PLAN = { steps: [STEP, { ...STEP, input: { ...PAYMENT, to: 'carol' } }] };
const REFUSED =
  /^request_id: this address holds 2 ids of the last 24 hours, as many as it may; nothing was composed\. Retry in 86\d{3}s/;

/** A client of a gateway behind a proxy. */
const clientOf = ({ url }: RunningGateway, address: string) => {
  const headers = { 'x-forwarded-for': address };
  const [rest, mcp] = [overRest(url, headers), overMcp(url, headers)];
  return {
    rest: (request_id: string) => rest('transfer', { ...PAYMENT, request_id }),
    mcp: (request_id: string) => mcp('transfer', { ...PAYMENT, request_id }),
    plan: (request_id: string) => rest('compose_plan', { ...PLAN, request_id }),
  };
};

describe.each([
  ['with Redis', true],
  ['in the memory of a process', false],
])('the room of request ids, %s, with ten places left', (_, hasRedis) => {
  let redis: RedisServer | undefined;
  let chain: TestChain;
  let replicas: RunningGateway[];
  beforeAll(async () => {
    redis = hasRedis ? await startRedis() : undefined;
    chain = await TestChain.start();
    const env = { TRUSTED_PROXIES: '127.0.0.1', ...(redis && { REDIS_URL: redis.url }) };
    const urls = hasRedis ? [0, 1] : [0];
    replicas = await Promise.all(urls.map(() => startGateway(chain.url, undefined, env)));
    if (redis === undefined) await fillMemory();
    else await fillRedis(redis.url);
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await chain.close();
    await redis?.stop();
  });

  const at = (replica: number, address: string) => clientOf(replicas[replica % replicas.length]!, address);

  /** Ids of a replica that counts none. */
  async function fillRedis(url: string): Promise<void> {
    for (const replica of [0, 1])
      await until(async () => (await at(replica, '127.0.0.1').rest(`first-${replica}`)).ok);
    const client = new Redis(url);
    const ends = Date.now() + 3_600_000;
    const ids = Array.from({ length: 200_000 - 12 }, (_each, index) => [ends, `of-others-${index}`]);
    while (ids.length > 0) await client.zadd('ctg:{requests}:ids', ...ids.splice(0, 10_000).flat());
    client.disconnect();
  }

  async function fillMemory(): Promise<void> {
    const { store } = replicas[0]!.app.get(RequestStorage);
    const record = { fingerprint: 'other', packedTrx: '00', expiresAtMs: 1 };
    for (let index = 0; index < 100_000 - 10; index += 1)
      await store.claim(`mainnet:bob:${index}`, record, undefined, `site-${index}`);
  }

  it('an address holds a quarter of the room over REST, MCP and plans, and others still have a part', async () => {
    expect((await at(0, '192.0.2.1').mcp('one')).body['status']).toBe('new');
    expect((await at(1, '192.0.2.1').plan('two')).body['status']).toBe('new');
    for (const replica of [0, 1]) {
      const refused = await at(replica, '192.0.2.1').rest('three');
      expect(codeOf(refused)).toBe('too_many_request_ids');
      expect(refused.body['error']).toMatch(REFUSED);
      expect((await at(replica, '192.0.2.1').mcp('three')).body['error']).toMatch(REFUSED);
      expect(codeOf(await at(replica, '192.0.2.1').plan('three'))).toBe('too_many_request_ids');
      expect((await at(replica, '192.0.2.1').rest('one')).body['status']).toBe('repeated');
      expect((await at(replica, '192.0.2.1').plan('two')).body['status']).toBe('repeated');
    }
    // All networks of one site are one client.
    for (const [id, address] of ['four 2001:db8:1:1::1', 'five 2001:db8:1:2::1'].map((it) => it.split(' ')))
      expect((await at(0, address!).rest(id!)).body['status']).toBe('new');
    expect(codeOf(await at(1, '2001:db8:1:3::1').rest('six'))).toBe('too_many_request_ids');
    expect((await at(1, '2001:db8:2::1').rest('six')).body['status']).toBe('new');
  });

  it('an address without ids gets request_id_unavailable in a full room, and known ids are answered to all', async () => {
    for (const last of [1, 2]) expect((await at(0, `198.51.100.${last}`).rest(`last-${last}`)).ok).toBe(true);
    const refused = await at(1, '203.0.113.1').rest('seven');
    expect(codeOf(refused)).toBe('request_id_unavailable');
    expect(refused.body['error']).toMatch(/the oldest is forgotten in \d+s/);
    expect((await at(1, '203.0.113.1').rest('one')).body['status']).toBe('repeated');
    expect((await overRest(replicas[0]!.url)('transfer', PAYMENT)).body['status']).toBe('new');
  });
});
