import { TestGateway } from '../../harness/gateway/test-gateway';
import { startGateway, type RunningGateway } from '../../harness/gateway/start-gateway';
import { answerOf } from '../../harness/gateway/gateway-client';
import { until } from '../../harness/until';
import { Listener } from './support/listener';

describe('GET /v1/events', () => {
  let gateway: TestGateway;
  let other: RunningGateway;
  const open: Listener[] = [];
  beforeAll(async () => {
    gateway = await TestGateway.start();
    other = await startGateway(gateway.chain.url);
  });
  afterEach(() => {
    for (const listener of open.splice(0)) listener.close();
  });
  afterAll(async () => {
    await other.close();
    await gateway.close();
  });

  const listen = (
    topics: string,
    options: ConstructorParameters<typeof Listener>[2] = {},
    url = gateway.url,
  ) => {
    const listener = new Listener(url, topics, options);
    open.push(listener);
    return listener.ready();
  };
  const order = (account: string, side: string, price: string, amount = '0.001') =>
    gateway.execute('place_order', { account, pair: 'btcusdt', side, price, amount });
  /** A trade between alice, who buys, and bob. */
  const trade = async (price: string) => {
    await order('bob', 'sell', price);
    await order('alice', 'buy', price);
  };
  const tradesOf = async (account: string) =>
    (
      (await gateway.read('get_trades', { pair: 'btcusdt', account }))['trades'] as { id: number }[]
    ).reverse();

  it('a stream of events tells the fills of an account as get_trades has them, and no others', async () => {
    const alice = await listen('fills:alice');
    const carol = await listen('fills:carol');
    await trade('81000');
    await trade('81001');
    await alice.hears('fill', 2);
    const trades = (await tradesOf('alice')).slice(-2);
    expect(alice.of('fill')).toEqual(
      trades.map((one) => ({
        network: 'mainnet',
        topic: 'fills:alice',
        account: 'alice',
        pair: 'btcusdt',
        trade: one,
      })),
    );
    expect(carol.of('fill')).toEqual([]);
  });

  it('a stream of events continues behind the last id at another replica, with each fill that happened meanwhile once', async () => {
    const before = await listen('fills:alice,head');
    await trade('81010');
    await before.hears('fill');
    const id = before.heard.find(({ type }) => type === 'fill')!.id;
    before.close();
    await trade('81011');
    await trade('81012');
    const after = await listen('fills:alice,head', { lastEventId: id }, other.url);
    await after.hears('fill', 2);
    expect(after.of('ready')).toMatchObject([{ resumed: true }]);
    expect(after.of('fill').map(({ trade: told }) => told)).toEqual((await tradesOf('alice')).slice(-2));
    expect(after.of('gap')).toEqual([]);
    const inQuery = await listen('fills:alice', { query: `&last_event_id=${id}` }, other.url);
    await inQuery.hears('fill', 2);
    expect(inQuery.of('fill')).toEqual(after.of('fill'));
  });

  it.each([
    ['no gateway has written', 'nonsense', 'unknown_id'],
    ['is of another chain', `1.${'0'.repeat(16)}`, 'other_chain'],
  ])('a stream of events tells a client whose id %s that it begins anew', async (_, lastEventId, reason) => {
    const listener = await listen('head', { lastEventId });
    expect(await listener.hears('reset')).toEqual({ network: 'mainnet', reason });
    await listener.hears('head');
  });

  it('a stream of events tells the price and the book as the tools have them, and again when they change', async () => {
    const listener = await listen('price,book:btcusdt');
    await gateway.admin('price', { price: '90000' });
    await until(() => listener.of('price').some(({ price }) => price === '90000.00000000'));
    await order('bob', 'sell', '99000');
    await until(() => JSON.stringify(listener.of('book').at(-1)).includes('99000.00000000'));
    const { network, ...book } = await gateway.read('get_orderbook', { pair: 'btcusdt', depth: 20 });
    expect(listener.of('book').at(-1)).toEqual({ network, topic: 'book:btcusdt', ...book });
    const told = listener
      .of('price')
      .map(({ price, updated_at, stale, feeders }) => JSON.stringify([price, updated_at, stale, feeders]));
    expect(new Set(told).size).toBe(told.length);
  });

  it('a stream of events tells a payment of Bitcoin as it is seen and as it is credited', async () => {
    const { btc_address: address } = await gateway.read('get_deposit_address', { account: 'carol' });
    const listener = await listen('deposits:carol');
    await gateway.admin('send-bitcoin', { address, amount: '0.25' });
    expect(await listener.hears('deposit')).toMatchObject({
      status: 'pending',
      amount: '0.25000000',
      symbol: 'BTC',
    });
    listener.close();
    await gateway.admin('mine-bitcoin', { count: 4 });
    const after = await listen('deposits:carol', { lastEventId: listener.lastId }, other.url);
    const credited = await after.hears('deposit');
    expect(credited).toEqual({
      ...listener.of('deposit')[0],
      ...{ status: 'credited', credited_at: expect.stringMatching(/Z$/) as string },
    });
    await gateway.payBitcoin(address, '0.5');
    await until(() =>
      after.of('deposit').some(({ status, amount }) => status === 'credited' && amount === '0.50000000'),
    );
  });

  it('a stream of events tells when the LTV of an account passes the bound, in both directions', async () => {
    await gateway.admin('price', { price: '80000' });
    await gateway.execute('setup_vault', { account: 'bob' });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account: 'bob' });
    await gateway.payBitcoin(btc_address, '0.5');
    await gateway.execute('borrow', { account: 'bob', amount_usdt: '10000', max_apr_bps: 2000 });
    const { active } = (await gateway.read('get_loans', { account: 'bob' })) as {
      active: { ltv_bps: number }[];
    };
    const bound = active[0]!.ltv_bps + 500;
    const listener = await listen(`ltv:bob:${bound}`);
    expect(await listener.hears('ltv')).toMatchObject({ account: 'bob', bound_bps: bound, beyond: false });
    await gateway.admin('price', { price: '60000' });
    expect(await listener.hears('ltv', 2)).toMatchObject({ beyond: true, loans: [{ beyond: true }] });
    await gateway.admin('price', { price: '80000' });
    expect(await listener.hears('ltv', 3)).toMatchObject({ beyond: false });
  });

  it('a stream of events tells the way of a transaction into an irreversible block', async () => {
    const proposal = await gateway.compose('transfer', {
      ...{ from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001', memo: 'way' },
    });
    const { transaction_id: id } = proposal.transaction;
    const listener = await listen(`transaction:${id}`);
    expect(await listener.hears('transaction')).toMatchObject({ transaction_id: id, status: 'not_found' });
    await answerOf(gateway.relay(proposal, { account: 'alice' }));
    await until(() => listener.of('transaction').at(-1)?.['finality'] === 'irreversible');
    const { network, status, finality, block_num, block_time } = await gateway.read('get_transaction', {
      id,
    });
    expect(listener.of('transaction').at(-1)).toEqual({
      ...{ network, topic: `transaction:${id}`, transaction_id: id, note: null },
      ...{ status, finality, block_num, block_time },
    });
  });

  it.each([
    ['topics=nothing', 'topics: "nothing" is none of: head, price'],
    ['topics=book:btceur', 'pairs.btceur: is left out of the profile'],
    ['topics=fills:nosuch', 'account nosuch does not exist on mainnet'],
    ['topics=ltv:dave:10001', 'topics: "ltv:dave:10001" is none of'],
    ['', 'topics: is required'],
    ['topics=head&limit=0', 'limit: must be'],
    [
      `topics=${Array.from({ length: 17 }, (_, at) => `ltv:dave:${at + 1}`).join(',')}`,
      'topics: has 17, at most 16',
    ],
  ])('a stream of events refuses the query %s before a stream begins', async (query, error) => {
    const answer = await fetch(`${gateway.url}/v1/events?${query}`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(error);
  });

  it('a stream of events ends after the events that limit asks for, with the reason', async () => {
    const answer = await fetch(`${gateway.url}/v1/events?topics=head&limit=2`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const text = await answer.text();
    expect([...text.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type)).toEqual([
      'ready',
      'head',
      'head',
      'end',
    ]);
    expect(text).toContain('"reason":"limit"');
  });
});
