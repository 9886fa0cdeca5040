import { Metrics } from '@app/operations';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { holdTime, type RunningGateway } from '../../harness/gateway/start-gateway';
import { allOr, longOr } from '../../harness/long';
import { TestChain } from '../../harness/node/test-chain';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { type LateNode, startLateNode } from './support/late-node';
import { ask, mcpCall, pay, payment, READS, unitsIn } from './support/reads';

const ROUNDS = longOr(200, allOr(6, 2));
const EXECUTED = /^(?:already_)?executed$/;

const RARELY_POLLED = { NODE_POLL_MS: '60000', NODE_MAX_HEAD_AGE_SECONDS: '61' };

describe('reads after a push, at another replica', () => {
  let redis: RedisServer;
  let chain: TestChain;
  let late: LateNode;
  const gateways: RunningGateway[] = [];
  /** On the chain itself, two that share a Redis: their nodes are polled once. */
  let first: RunningGateway;
  let second: RunningGateway;
  /** On a node that may be late, and the chain. */
  let both: RunningGateway;
  /** On a node that may be late. */
  let behind: RunningGateway;
  /** On the chain, polled once, without Redis. */
  let alone: RunningGateway;

  beforeAll(async () => {
    redis = await startRedis();
    chain = await TestChain.start();
    late = await startLateNode(chain.url);
    const node = { url: chain.url, name: 'chain', capabilities: ['chain'] };
    const lateNode = { url: late.url, name: 'late', capabilities: ['chain'] };
    const shared = { ...LONG_NODE_TIMEOUTS, REDIS_URL: redis.url, ...RARELY_POLLED };
    const start = async (...given: Parameters<typeof startLabelledGateway>): Promise<RunningGateway> => {
      const gateway = await startLabelledGateway(...given);
      gateways.push(gateway);
      return gateway;
    };
    first = await start([node], { env: shared });
    second = await start([node], { env: shared });
    both = await start([lateNode, node], { env: LONG_NODE_TIMEOUTS });
    behind = await start([lateNode], { env: LONG_NODE_TIMEOUTS });
    alone = await start([node], { env: { ...LONG_NODE_TIMEOUTS, ...RARELY_POLLED } });
    await Promise.all([first, second].map(isTold));
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await late.close();
    await chain.close();
    await redis.stop();
  });
  beforeEach(() => {
    late.isLate = false;
  });

  const isTold = ({ app }: RunningGateway): Promise<void> => {
    const { registry } = app.get(Metrics);
    return until(async () => (await registry.metrics()).includes('gateway_redis_up{use="pushes"} 1'));
  };

  it.each(Object.entries(READS))(
    'a read without a token sees the push of another replica: %s',
    async (_, read) => {
      const release = holdTime();
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          const before = unitsIn(await read(second.url));
          const { body } = await pay(chain, first.url, `told ${round}`);
          expect(body['status']).toMatch(EXECUTED);
          // Time stands still: the message of the other replica alone ends what is kept. It may be later than this read.
          await until(async () => unitsIn(await read(second.url)) - before === 1);
        }
      } finally {
        release();
      }
    },
  );

  it.each(Object.entries(READS))(
    'a read with the token of a push sees it, also beside a late node: %s',
    async (_, read) => {
      let seen = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        late.isLate = false;
        await read(behind.url);
        const before = unitsIn(await read(both.url));
        late.isLate = true;
        const { headers, body } = await pay(chain, first.url, `token ${round}`);
        expect(body['status']).toMatch(EXECUTED);
        const token = headers.get('x-consistency');
        expect(token).toMatch(new RegExp(`^[0-9a-f]{16}-${String(body['block_num'])}$`));
        const after = await read(both.url, token);
        expect(Number(after.headers.get('x-head-block'))).toBeGreaterThanOrEqual(Number(body['block_num']));
        seen += unitsIn(after) - before;
      }
      expect(seen).toBe(ROUNDS);
    },
  );

  it.each(Object.entries(READS))(
    'a kept answer does not serve a read with the token of a later block: %s',
    async (way, read) => {
      const release = holdTime();
      try {
        let before = 0;
        let token: string | null = null;
        // A poll of the node in between ends what is kept: then once more.
        await until(async () => {
          before = unitsIn(await read(alone.url));
          token = (await pay(chain, first.url, `kept ${way}`)).headers.get('x-consistency');
          return unitsIn(await read(alone.url)) === before;
        });
        expect(unitsIn(await read(alone.url, token)) - before).toBe(1);
        // It was kept, and is as new as the token.
        expect(unitsIn(await read(alone.url, token)) - before).toBe(1);
        expect(unitsIn(await read(alone.url)) - before).toBe(1);
      } finally {
        release();
      }
    },
  );

  it('the mirror states the token of a push, of a kept answer, and of the head that get_info shows', async () => {
    const pushed = await ask(`${first.url}/v1/chain/send_transaction`, await payment(chain, 'mirror'));
    const { processed } = pushed.body as { processed: { block_num: number } };
    expect(pushed.headers.get('x-consistency')?.split('-')[1]).toBe(String(processed.block_num));
    const info = await ask(`${behind.url}/v1/chain/get_info`, {});
    expect(info.headers.get('x-consistency')?.split('-')[1]).toBe(String(info.body['head_block_num']));
    expect(info.headers.get('x-head-block')).toBe(String(info.body['head_block_num']));
  });

  it.each(Object.entries(READS))(
    'a read whose block no node has is refused after a second with 503 and the block, and answered once a node has it: %s',
    async (way, read) => {
      await read(behind.url);
      late.isLate = true;
      const { headers, body } = await pay(chain, first.url, `late ${way}`);
      const token = headers.get('x-consistency');
      const refused = await read(behind.url, token);
      expect(refused.status).toBe(way === 'MCP' ? 200 : 503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(JSON.stringify(refused.body)).toContain(`has block ${String(body['block_num'])} yet`);
      // Once more where the second of the wait was over before the node was asked again.
      await until(async () => {
        late.isLate = true;
        const waiting = read(behind.url, token);
        late.isLate = false;
        const answer = await waiting;
        return answer.status === 200 && !JSON.stringify(answer.body).includes('has block');
      });
    },
  );

  it.each([
    ['a text that is no token', 'nonsense', /must be a token of an earlier answer/],
    ['a block that no token names', `${'0'.repeat(16)}-99999999999`, /must be a token of an earlier answer/],
    ['a block of another chain', `${'0'.repeat(16)}-1`, /block of another chain than mainnet/],
  ])('a read is refused with 400 for %s', async (_, token, message) => {
    for (const [way, read] of Object.entries(READS)) {
      for (let time = 0; time < 2; time += 1) {
        await read(second.url);
        const { status, body } = await read(second.url, token);
        expect({ way, status }).toEqual({ way, status: way === 'MCP' ? 200 : 400 });
        expect(JSON.stringify(body)).toMatch(message);
      }
    }
  });

  it('a read is refused with 400, and does not wait, for a block that is far ahead of the chain', async () => {
    const { headers } = await pay(chain, first.url, 'far ahead');
    const [chainOf] = headers.get('x-consistency')!.split('-');
    const reads = await Promise.all(
      Array.from({ length: 100 }, (_, index) => READS['tool']!(second.url, `${chainOf}-${4e9 + index}`)),
    );
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([400]));
    expect(reads[0]!.body).toMatchObject({ code: 'consistency_refused' });
    expect(String(reads[0]!.body['error'])).toContain('is ahead of mainnet');
  });

  it('a push waits for no block, and states its token over MCP in _meta', async () => {
    await READS['tool']!(behind.url);
    const { headers } = await pay(chain, first.url, 'before');
    const token = headers.get('x-consistency')!;
    const [chainOf, block] = token.split('-');
    const ahead = `${chainOf}-${Number(block) + 5}`;
    const signed_tx = await payment(chain, 'with a token');
    const { body } = await ask(`${first.url}/mcp`, mcpCall('push_transaction', { signed_tx }, ahead));
    const { structuredContent, _meta } = body['result'] as Record<string, Record<string, unknown>>;
    expect(structuredContent).toMatchObject({ status: 'executed' });
    expect(_meta!['x-consistency']).toBe(`${chainOf}-${String(structuredContent!['block_num'])}`);
  });
});
