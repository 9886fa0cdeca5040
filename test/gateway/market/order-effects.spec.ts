import { formatAmount } from '@app/antelope';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { transfer } from '../../harness/node/test-chain';

describe.each(SURFACES)('the effects of an order over %s', (_surface, over) => {
  let market: Market;
  beforeEach(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
    await market.gateway.admin('price', { price: '80000' });
    await market.order('bob', [
      { quantity: '0.10000000 BTC', memo: 'sell:0.10000000 BTC:80000.00000000 USDT' },
      { quantity: '0.10000000 BTC', memo: 'sell:0.10000000 BTC:80100.00000000 USDT' },
      { quantity: '7000.00000000 USDT', memo: 'buy:0.10000000 BTC:70000.00000000 USDT' },
    ]);
  });
  afterEach(() => market.close());

  const order = (input: { side: string; price: string; amount: string }) =>
    market.gateway.compose('place_order', { account: 'alice', pair: 'btcusdt', ...input });
  const codes = ({ warnings }: { warnings: readonly { code: string }[] }) => warnings.map(({ code }) => code);

  it('the effects of an order that crosses are its fills, its rest, and the balances of all accounts', async () => {
    const { simulation } = await order({ side: 'buy', price: '80100.5', amount: '0.25' });
    expect(simulation.order).toEqual({
      ...{ filled: '0.20000000', average_price: '80050.00000000', resting: '0.05000000' },
      // 0.1 at 80000 and 0.1 at 80100 instead of 80100.5
      refunded: '10.10000000',
    });
    expect(simulation.effects).toEqual([
      { account: 'alice', token: 'USDT', change: '-20015.02500000' },
      { account: 'alice', token: 'BTC', change: '0.20000000' },
      { account: 'dex', token: 'USDT', change: '4005.02500000' },
      { account: 'bob', token: 'USDT', change: '16010.00000000' },
      { account: 'dex', token: 'BTC', change: '-0.20000000' },
    ]);
  });

  it('the effects of an order far below the best bid contain the loss, with warnings', async () => {
    const { simulation, warnings, next } = await order({ side: 'sell', price: '7957', amount: '0.15' });
    const codes = 'price_far_from_best, large_part_of_book, price_far_from_oracle';
    expect(next).toMatch(
      new RegExp(`^Read \`warnings\` first \\(${codes}\\): sign transaction\\.signing_digest `),
    );
    expect(simulation.order).toEqual({
      ...{ filled: '0.10000000', average_price: '70000.00000000', resting: '0.05000000' },
      refunded: '0.00000000',
    });
    expect(warnings).toEqual([
      {
        code: 'price_far_from_best',
        message:
          'the limit of 7957.00000000 USDT is 88.64 % below the best bid of 70000.00000000 USDT; the dry run fills ' +
          '0.10000000 BTC at 70000.00000000 USDT on average, 0.00 % below it',
      },
      {
        code: 'large_part_of_book',
        message: 'it takes up to 0.10000000 BTC, more than 2 % of all bids (0.10000000 BTC)',
      },
      {
        code: 'price_far_from_oracle',
        message: 'the limit of 7957.00000000 USDT is 90.06 % below the oracle price of 80000.00000000 USDT',
      },
    ]);
  });

  it('the effects of an order of 2 % of the other side at 2 % over its best price have no warning, and those of more have', async () => {
    expect(codes(await order({ side: 'buy', price: '81600', amount: '0.004' }))).toEqual([]);
    expect(codes(await order({ side: 'buy', price: '81600', amount: '0.00400001' }))).toEqual([
      'large_part_of_book',
    ]);
    expect(codes(await order({ side: 'buy', price: '81600.00000001', amount: '0.004' }))).toEqual([
      'price_far_from_best',
      'price_far_from_oracle',
    ]);
  });

  it('the effects of an order against orders of the account itself count each payment once', async () => {
    await market.order('alice', [
      { quantity: '7100.00000000 USDT', memo: 'buy:0.10000000 BTC:71000.00000000 USDT' },
    ]);
    const { simulation } = await order({ side: 'sell', price: '70000', amount: '0.15' });
    expect(simulation.order).toEqual({
      ...{ filled: '0.15000000', average_price: '70666.66666666', resting: '0.00000000' },
      refunded: '0.00000000',
    });
    expect(simulation.effects!.filter(({ account }) => account === 'alice')).toEqual([
      { account: 'alice', token: 'BTC', change: '-0.05000000' },
      { account: 'alice', token: 'USDT', change: '10600.00000000' },
    ]);
  });

  it('the effects of an order are refused at a worse average price than max_slippage_bps allows, and not at that one', async () => {
    const wanted = { account: 'alice', pair: 'btcusdt', side: 'buy', price: '80100', amount: '0.2' };
    // 80050 on average is 6.25 basis points worse than 80000.
    const refused = await market.gateway.refusal('place_order', { ...wanted, max_slippage_bps: 6 });
    expect(refused).toBe(
      'max_slippage_bps: in the dry run the order trades at 80050.00000000 USDT on average, 7 basis points worse than ' +
        'the best price of 80000.00000000 USDT; at most 6 are allowed',
    );
    const { simulation } = await market.gateway.compose('place_order', { ...wanted, max_slippage_bps: 7 });
    expect(simulation.order).toMatchObject({ average_price: '80050.00000000' });
    const atBest = { ...wanted, amount: '0.1', max_slippage_bps: 0 };
    expect((await market.gateway.compose('place_order', atBest)).simulation.status).toBe('ok');
  });

  it('the effects of an order are refused with post_only when anything trades, and not when all of it rests', async () => {
    const wanted = { account: 'alice', pair: 'btcusdt', side: 'sell', amount: '0.15', post_only: true };
    expect(await market.gateway.refusal('place_order', { ...wanted, price: '70000' })).toBe(
      'post_only: in the dry run the order trades 0.10000000 BTC at once, at 70000.00000000 USDT on average',
    );
    const { simulation } = await market.gateway.compose('place_order', {
      ...wanted,
      price: '70000.00000001',
    });
    expect(simulation.order).toMatchObject({ filled: '0.00000000', resting: '0.15000000' });
  });

  it.each([
    // 0.0050 at 85 units of BTC are less than one.
    ['sell', '0.0000008500', '100.0050', '0.0050'],
    // 0.0040 at the 86 of the next order are less than one, at the limit they would be more.
    ['buy', '0.0000040000', '100.0040', null],
  ] as const)(
    'the effects of a %s whose rest is worth less than a unit say that it comes back, and of no bound of the exchange',
    async (side, price, amount, refunded) => {
      await market.order('bob', [
        { quantity: '0.00008500 BTC', memo: 'buy:100.0000 NATIVE:0.0000008500 BTC' },
        { quantity: '100.0000 NATIVE', memo: 'sell:100.0000 NATIVE:0.0000008600 BTC' },
        { quantity: '1.0050 NATIVE', memo: 'sell:1.0050 NATIVE:0.0000008600 BTC' },
      ]);
      const wanted = { account: 'alice', pair: 'nativebtc', side, price, amount };
      const { simulation, warnings } = await market.gateway.compose('place_order', wanted);
      expect(simulation.order).toMatchObject({
        ...{ filled: '100.0000', resting: '0.0000' },
        ...(refunded !== null && { refunded }),
      });
      expect(JSON.stringify(warnings)).not.toContain('fills at once');
    },
  );

  it('the effects of an order that meets more orders than are filled at once warn that the rest comes back', async () => {
    await market.order(
      'bob',
      Array.from({ length: 60 }, () => ({
        ...{ quantity: '0.00100000 BTC', memo: 'sell:0.00100000 BTC:79000.00000000 USDT' },
      })),
    );
    const proposal = await order({ side: 'buy', price: '79000', amount: '0.1' });
    expect(proposal.simulation.order).toMatchObject({ filled: '0.05000000', resting: '0.00000000' });
    expect(proposal.warnings).toContainEqual({
      code: 'large_part_of_book',
      message:
        'the order meets more orders than the exchange fills at once: in the dry run 0.05000000 BTC of ' +
        '0.10000000 BTC are neither filled nor left in the book',
    });
    const whole = await order({ side: 'buy', price: '79000', amount: '0.05' });
    expect(JSON.stringify(whole.warnings)).not.toContain('fills at once');
  });

  it('the effects of an order that fails are null, and its warnings are those of the market', async () => {
    const proposal = await market.gateway.compose('place_order', {
      ...{ account: 'alice', pair: 'btcusdt', side: 'sell', price: '60000', amount: '20000000' },
    });
    expect(proposal.simulation).toMatchObject({ status: 'failed', effects: null });
    expect(proposal.simulation).not.toHaveProperty('order');
    expect(codes(proposal)).toEqual(['price_far_from_best', 'large_part_of_book', 'price_far_from_oracle']);
  });

  it.each([
    ['post_only', { post_only: true, max_slippage_bps: 0 }, 'in the dry run the order trades 0.20000000 BTC'],
    ['max_slippage_bps', { max_slippage_bps: 0 }, 'in the dry run the order trades at 67500.00000000 USDT'],
  ])(
    'the effects of an order that fails are refused with %s, and no bytes are kept that could be signed once it succeeds',
    async (field, guards, refusal) => {
      const bid = { quantity: '6500.00000000 USDT', memo: 'buy:0.10000000 BTC:65000.00000000 USDT' };
      await market.order('bob', [bid]);
      const held = await market.gateway.balance('alice', 'BTC');
      const amount = formatAmount(held + 10_000_000n, 8);
      const wanted = {
        ...{ account: 'alice', pair: 'btcusdt', side: 'sell', price: '60000', amount, request_id: field },
        ...guards,
      };
      expect(await market.gateway.refusal('place_order', wanted)).toMatch(
        new RegExp(`^${field}: cannot be checked: the dry run fails: .*overdrawn balance`),
      );
      await market.act('bob', [transfer('bob', 'alice', '0.10000000 BTC')]);
      expireReadCache();
      expect(await market.gateway.refusal('place_order', wanted)).toContain(`${field}: ${refusal}`);
    },
  );

  it('the effects of an order name a stale oracle price, with which it was not compared', async () => {
    await market.wait(310_000);
    const { warnings } = await order({ side: 'sell', price: '90000', amount: '0.001' });
    expect(warnings).toEqual([
      { code: 'stale_price', message: expect.stringContaining('the oracle price is stale') as string },
    ]);
  });
});
