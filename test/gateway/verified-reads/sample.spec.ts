import { Metrics } from '@app/operations';
import { Chains, type ComparisonStatus } from '@app/upstream';
import { expireReadCache, type RunningGateway } from '../../harness/gateway/start-gateway';
import { allOr } from '../../harness/long';
import { until } from '../../harness/until';
import { callTool, isCoolingDown, LiedChain } from './support';

const CURRENCY_BALANCE = '/v1/chain/get_currency_balance';
const BLOCK = '/v1/chain/get_block';
const ALL = { NODE_SAMPLE_PERCENT: '100' };

let world: LiedChain;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await LiedChain.start();
});
afterAll(() => world.close());
afterEach(async () => {
  world.restore();
  await gateway.close();
});

const comparisons = (): ComparisonStatus => gateway.app.get(Chains).of('mainnet').comparisons();

/** Comparisons that ended, each counted at two nodes. */
const compared = (): number =>
  [...comparisons().nodes.values()].reduce((sum, { agreed, differed }) => sum + agreed + differed, 0) / 2;

/** A read of the node API; one of another account is another answer. */
async function readBalance(account: string): Promise<number> {
  const body = JSON.stringify({ code: 'btc.token', account, symbol: 'BTC' });
  const answer = await fetch(`${gateway.url}${CURRENCY_BALANCE}`, { method: 'POST', body });
  await answer.arrayBuffer();
  return answer.status;
}

describe('a sample of reads', () => {
  it.each(allOr(['sample', 'quorum'], ['sample']))(
    'a node that lies to the node API is found in the background with verify: %s, and fails no read',
    async (verify) => {
      world.liar.lies.set(CURRENCY_BALANCE, () => ['99.00000000 BTC']);
      gateway = await world.gateway(3, verify, ALL);
      let account = 0;
      await until(async () => {
        expect(await readBalance(`account${String.fromCharCode(97 + (account++ % 26))}`)).toBe(200);
        return isCoolingDown(gateway, 'node-3');
      });
      expect(comparisons().disagreements[0]).toMatchObject({ route: CURRENCY_BALANCE });
      expect([isCoolingDown(gateway, 'node-1'), isCoolingDown(gateway, 'node-2')]).toEqual([false, false]);
    },
  );

  it('two nodes that give different blocks to the node API are compared, when no read is sampled', async () => {
    world.liar.lies.set(BLOCK, (answer) => ({ ...(answer as object), timestamp: '2020-01-01T00:00:00.000' }));
    gateway = await world.gateway(2, 'sample', { NODE_SAMPLE_PERCENT: '0' });
    let reads = 0;
    await until(async () => {
      // Several: the head may change between two nodes.
      const number = 1 + (reads++ % 4);
      const body = JSON.stringify({ block_num_or_id: number });
      const answer = await fetch(`${gateway.url}${BLOCK}`, { method: 'POST', body });
      expect(await answer.json()).toMatchObject({ block_num: number });
      return comparisons().disagreements.length > 0;
    });
    expect(comparisons().disagreements[0]).toMatchObject({ route: BLOCK });
  });

  it('a read of a tool is compared after it was answered, without the header x-verified', async () => {
    gateway = await world.gateway(2, 'sample', ALL);
    const { status, verified } = await callTool(gateway, 'get_btc_price', {});
    expect({ status, verified }).toEqual({ status: 200, verified: null });
    await until(() => compared() > 0);
    expect(comparisons().disagreements).toEqual([]);
  });

  it('a comparison that another node never answers delays and fails no read, and two of them are the most at once', async () => {
    gateway = await world.gateway(2, 'sample', ALL);
    let waiting = 0;
    const seen = new Map<string, number>();
    for (const proxy of world.proxies)
      proxy.lies.set(CURRENCY_BALANCE, (answer, body) => {
        const { account } = JSON.parse(body) as { readonly account: string };
        const times = (seen.get(account) ?? 0) + 1;
        seen.set(account, times);
        if (times === 1) return answer;
        waiting += 1;
        return new Promise(() => undefined);
      });
    let index = 0;
    const readNext = async (): Promise<void> => {
      // Comparisons are bounded by second as well.
      expireReadCache();
      expect(await readBalance(`reader${String.fromCharCode(97 + (index % 26))}${1 + (index % 5)}`)).toBe(
        200,
      );
      index += 1;
    };
    await until(async () => {
      await readNext();
      return waiting >= 2;
    });
    for (let more = 0; more < 20; more += 1) await readNext();
    // Beside a read that is late another node is asked, and its answer is not waited for.
    const hedges = await gateway.app.get(Metrics).upstreamHedges.get();
    expect(waiting).toBeLessThanOrEqual(2 + hedges.values.reduce((sum, { value }) => sum + value, 0));
  });

  it('reads are compared at a bounded rate, however many are sent', async () => {
    const startedMs = performance.now();
    gateway = await world.gateway(2, 'sample', ALL);
    for (let index = 0; index < 100; index += 1)
      await readBalance(`many${String.fromCharCode(97 + (index % 26))}${1 + (index % 5)}`);
    const seconds = (performance.now() - startedMs) / 1_000;
    await until(() => compared() > 0);
    expect(compared()).toBeLessThanOrEqual(5 * (Math.floor(seconds) + 2));
  });

  it.each([
    ['with verify: off', 'off', ALL],
    ['with 0 percent', 'sample', { NODE_SAMPLE_PERCENT: '0' }],
  ])('no read is compared %s', async (_, verify, env) => {
    gateway = await world.gateway(2, verify, env);
    for (const account of ['alice', 'bob', 'carol']) expect(await readBalance(account)).toBe(200);
    await callTool(gateway, 'get_btc_price', {});
    expect(compared()).toBe(0);
  });
});
