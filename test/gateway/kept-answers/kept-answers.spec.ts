import { Metrics } from '@app/operations';
import { listTools } from '@app/tooling';
import fc from 'fast-check';
import {
  type Answer,
  answerOf,
  type CallTool,
  overMcp,
  overRest,
} from '../../harness/gateway/gateway-client';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import {
  expireReadCache,
  gatewaySettings,
  holdTime,
  listening,
  type RunningGateway,
} from '../../harness/gateway/start-gateway';
import { Market } from '../../harness/gateway/market';
import { allOr, longOr } from '../../harness/long';

const SELL = { account: 'alice', pair: 'btcusdt', side: 'sell', price: '90000', amount: '0.001' };

interface Call {
  readonly tool: string;
  readonly input: Answer;
}

describe('kept answers of read tools', () => {
  let market: Market;
  let calls: readonly Call[];
  let rest: CallTool;
  let mcp: CallTool;
  beforeAll(async () => {
    market = await Market.start();
    rest = overRest(market.gateway.url);
    mcp = overMcp(market.gateway.url);
    calls = listTools(market.gateway.app)
      .filter(({ isKept }) => isKept)
      .flatMap(({ name, examples }) => examples.map((input) => ({ tool: name, input: input as Answer })));
  });
  afterAll(() => market.close());

  let release: () => void;
  beforeEach(() => {
    release = holdTime();
  });
  /** A gateway that keeps nothing. */
  let other: RunningGateway | undefined;
  afterEach(async () => {
    release();
    await other?.close();
    other = undefined;
  });

  const over = {
    REST: ({ tool, input }: Call) => rest(tool, input),
    MCP: ({ tool, input }: Call) => mcp(tool, input),
  };
  const reads = () =>
    market.node.requests.filter((path) => path !== '/v1/chain/get_transaction_status').length;
  /** Kept and made answers so far. */
  const counted = async (): Promise<Partial<Record<'kept' | 'made', number>>> => {
    const { values } = await market.gateway.app.get(Metrics, { strict: false }).toolAnswers.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels['source'], value]));
  };

  it('an answer serves equal calls over REST and MCP without a request to a node', async () => {
    expect(calls.length).toBeGreaterThan(12);
    for (const call of calls) {
      expireReadCache();
      const made = await over.REST(call);
      if (!made.ok) continue; // of an account that this chain does not have
      const before = reads();
      const { kept = 0 } = await counted();
      expect(await over.MCP(call)).toEqual(made);
      expect(await over.REST(call)).toEqual(made);
      expect(reads()).toBe(before);
      expect(await counted()).toMatchObject({ kept: kept + 2 });
    }
  });

  it('each call is counted in its bucket and has an id of its own', async () => {
    const [one, other] = [await raw('get_chain_info', {}), await raw('get_chain_info', {})];
    const left = (answer: Response) => Number(answer.headers.get('ratelimit-remaining'));
    expect(left(one) - left(other)).toBe(1);
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
    for (const name of ['content-type', 'access-control-allow-origin', 'ratelimit-limit', 'content-length'])
      expect([name, other.headers.get(name)]).toEqual([name, one.headers.get(name)]);
  });

  it('an answer does not serve a call with another input, nor one after a push', async () => {
    const orders = { tool: 'get_orders', input: { account: 'alice' } };
    const idsOf = async (input: Answer) => {
      const { orders: found } = await answerOf(over.REST({ ...orders, input }));
      return (found as readonly { readonly id: number }[]).map(({ id }) => id);
    };
    const before = await idsOf(orders.input);
    await market.gateway.execute('place_order', SELL);
    const after = await idsOf(orders.input);
    expect(after).toHaveLength(before.length + 1);
    expect(await idsOf({ account: 'bob' })).toEqual([]);
    await market.gateway.execute('cancel_order', {
      ...{ account: 'alice', pair: 'btcusdt', order_id: after.at(-1) },
    });
    expect(await idsOf(orders.input)).toEqual(before);
  });

  it('a refusal is not kept', async () => {
    const { made = 0 } = await counted();
    for (let time = 0; time < 2; time += 1)
      expect(await over.REST({ tool: 'get_account', input: { account: 'nosuch' } })).toMatchObject({
        ok: false,
      });
    expect(await counted()).toMatchObject({ made: made + 2 });
  });

  it('no kept answer differs from one that is made anew', async () => {
    let aheadMs = 0;
    const clock = { now: () => Date.now(), monotonicMs: () => performance.now() + aheadMs };
    other = await listening(await createGateway(gatewaySettings(market.node.url), clock));
    const freshly = overRest(other.url);
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.constantFrom('REST', 'MCP'), fc.nat(calls.length - 1)) },
      { weight: 1, arbitrary: fc.constant('push' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        for (const one of steps) {
          if (one === 'push') {
            await market.gateway.execute('place_order', SELL);
            continue;
          }
          const call = calls[one[1]]!;
          const { ok, body } = await over[one[0]](call);
          aheadMs += 600;
          const fresh = await freshly(call.tool, call.input);
          expect([call, ok, ok ? body : undefined]).toEqual([call, fresh.ok, ok ? fresh.body : undefined]);
        }
      }),
      { numRuns: longOr(60, allOr(6, 2)) },
    );
  });

  const raw = (tool: string, input: Answer): Promise<Response> =>
    fetch(`${market.gateway.url}/v1/tools/${tool}`, { method: 'POST', body: JSON.stringify(input) });
});
