import type { Answer } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';

describe.each(SURFACES)('the place in a queue over %s', (_surface, over) => {
  let market: Market;
  const compose = async (tool: string, input: Answer & { account: string }) => {
    const { simulation } = await market.gateway.compose(tool, input);
    expect(simulation.error).toBeNull();
    return simulation as unknown as { queue?: Answer };
  };
  const act = async (tool: string, input: Answer & { account: string }): Promise<{ queue?: Answer }> => {
    const { simulation } = await market.gateway.execute(tool, input);
    await market.wait(500);
    return simulation as unknown as { queue?: Answer };
  };
  /** The place that get_money_in_flight gives the newest entry of a list. */
  const placeIn = async (list: string, account: string): Promise<Answer> => {
    const answer = await market.gateway.read('get_money_in_flight', { account });
    const { position, usdt_ahead } = (answer[list] as Answer[]).at(-1)!;
    return { position, usdt_ahead };
  };

  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
    await market.gateway.admin('price', { price: '80000' });
    for (const account of ['alice', 'bob', 'carol']) {
      await act('setup_vault', { account });
      await market.gateway.admin('mine-bitcoin', { count: 1 });
      await market.wait(500);
      const { btc_address } = await market.gateway.read('get_vault', { account });
      await market.gateway.payBitcoin(btc_address, '0.5');
      await market.wait(500);
    }
    await act('lend', { account: 'bob', amount_usdt: '600', pool_id: 5 });
    await act('lend', { account: 'alice', amount_usdt: '400', pool_id: 5 });
  });
  afterAll(() => market.close());

  it('redeem and borrow have no place in a queue while the pool pays and lends at once', async () => {
    expect(await compose('redeem', { account: 'bob', amount_tpf: '1', pool_id: 5 })).not.toHaveProperty(
      'queue',
    );
    const wanted = { account: 'carol', amount_usdt: '1000', max_apr_bps: 2000, pool_id: 5 };
    expect(await compose('borrow', wanted)).not.toHaveProperty('queue');
  });

  it('redeem has the place that get_money_in_flight says afterwards, also for what is paid in part', async () => {
    await act('borrow', { account: 'carol', amount_usdt: '850', max_apr_bps: 2000, pool_id: 5 });
    const part = await act('redeem', { account: 'bob', amount_tpf: '200', pool_id: 5 });
    expect(part.queue).toEqual({ position: 1, usdt_ahead: '0.00000000' });
    expect(part.queue).toEqual(await placeIn('redemptions', 'bob'));
    const behind = await act('redeem', { account: 'alice', amount_tpf: '250', pool_id: 5 });
    // Interest of a block lies between both.
    const place = { position: 2, usdt_ahead: expect.stringMatching(/^50\.00000\d{3}$/) as string };
    expect([behind.queue, await placeIn('redemptions', 'alice')]).toEqual([place, place]);
  });

  it('borrow has the place that get_money_in_flight says afterwards', async () => {
    const first = await act('borrow', { account: 'bob', amount_usdt: '700', max_apr_bps: 100, pool_id: 5 });
    expect(first.queue).toEqual({ position: 1, usdt_ahead: '0.00000000' });
    const second = await act('borrow', {
      account: 'alice',
      amount_usdt: '300',
      max_apr_bps: 150,
      pool_id: 5,
    });
    expect(second.queue).toEqual({ position: 2, usdt_ahead: '700.00000000' });
    expect(second.queue).toEqual(await placeIn('loan_requests', 'alice'));
  });

  it('borrow has its place after the older requests that its own transaction has lent', async () => {
    for (const account of ['alice', 'bob']) await act('cancel_loan_request', { account });
    const older = { account: 'bob', amount_usdt: '100', max_apr_bps: 1000, pool_id: 5 };
    expect((await act('borrow', older)).queue).toEqual({ position: 1, usdt_ahead: '0.00000000' });
    // A payment goes through no queue of requests: the next transaction that does lends to bob.
    await act('repay', { account: 'carol', amount_usdt: '860' });
    expect(await placeIn('loan_requests', 'bob')).toEqual({ position: 1, usdt_ahead: '0.00000000' });
    const own = { account: 'alice', amount_usdt: '200', max_apr_bps: 100, pool_id: 5 };
    const placed = await act('borrow', own);
    expect(placed.queue).toEqual({ position: 1, usdt_ahead: '0.00000000' });
    expect(placed.queue).toEqual(await placeIn('loan_requests', 'alice'));
  });
});
