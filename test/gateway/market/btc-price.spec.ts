import { ManualClock } from '@app/operations';
import { OraclePrices } from '@app/prices';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { refusalOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';
import { networksOn } from '../support/networks-on';

const PRICES = { alice: '80000.00000001', bob: '80000.00000002', carol: '80000.00000003' };

describe.each(SURFACES)('get_btc_price over %s', (_surface, over) => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
  });
  afterAll(() => market.close());
  const price = (input = {}) => market.gateway.read('get_btc_price', input);

  it('get_btc_price fails before the first complete round', async () => {
    expect(await refusalOf(market.gateway.call('get_btc_price', {}))).toBe(
      'the oracle has no price of btcusd on mainnet; its feeds: none',
    );
  });

  it('get_btc_price returns the exact average of the round, its feeders and its time', async () => {
    await market.registerFeeders(...Object.keys(PRICES));
    await market.feed(PRICES);
    const answer = await price();
    expect(answer).toEqual({
      network: 'mainnet',
      pair: 'btcusd',
      price: '80000.00000002',
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/) as string,
      age_seconds: expect.any(Number) as number,
      stale: false,
      feeders: ['alice', 'bob', 'carol'],
    });
    expect(await price({ pair: 'btcusd' })).toMatchObject({ price: answer['price'] });
  });

  it('get_btc_price fails for another feed and lists the feeds', async () => {
    expect(await refusalOf(market.gateway.call('get_btc_price', { pair: 'ethusd' }))).toBe(
      'the oracle has no price of ethusd on mainnet; its feeds: btcusd',
    );
  });

  it('get_btc_price reports a price as stale after five minutes, and as fresh after the next round', async () => {
    await market.wait(3 * 60_000);
    expect(await price()).toMatchObject({ stale: false });
    await market.wait(3 * 60_000);
    const stale = await price();
    expect(stale).toMatchObject({ stale: true, price: '80000.00000002' });
    expect(stale['age_seconds']).toBeGreaterThan(300);
    // Two are no round: the old price stands.
    await market.feed({ alice: '90000', bob: '90000' });
    expect(await price()).toMatchObject({ stale: true, price: '80000.00000002' });
    await market.wait(60_000);
    await market.feed(PRICES);
    expect(await price()).toMatchObject({ stale: false });
  });
});

describe('get_btc_price on a chain without new blocks', () => {
  let market: Market;
  beforeAll(async () => {
    // The last block is of ten minutes ago.
    market = await Market.start(-600_000);
    await market.registerFeeders(...Object.keys(PRICES));
    await market.feed(PRICES);
  });
  afterAll(() => market.close());

  it('get_btc_price reports the price as stale by the clock of the machine', async () => {
    const answer = await market.gateway.read('get_btc_price', {});
    expect(answer).toMatchObject({ stale: true });
    expect(answer['age_seconds']).toBeLessThan(300);
  });
});

describe('OraclePrices after the wall clock was set back', () => {
  const HOUR_MS = 3_600_000;
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    await market.registerFeeders(...Object.keys(PRICES));
    await market.feed(PRICES);
  });
  afterAll(() => market.close());

  it('OraclePrices reads new prices of the chain', async () => {
    const clock = new ManualClock(Date.now());
    const networks = mainnetOn([market.gateway.chain.url]);
    const chains = chainsWithShortTimeouts(networks, { clock });
    const prices = new OraclePrices(clock);
    const mainnet = networksOn(chains).of('mainnet');
    const before = await prices.of(mainnet);

    clock.setWallClock(clock.now() - HOUR_MS);
    clock.advance(1_000);
    await market.wait(6 * 60_000);
    const after = await prices.of(mainnet);
    expect(after.ageSeconds - before.ageSeconds).toBeGreaterThan(300);
    expect([before.isStale, after.isStale]).toEqual([false, true]);
    await chains.close();
  });
});
