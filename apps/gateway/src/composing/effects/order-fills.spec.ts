import type { Trade } from '../../table-rows/trade';
import { brandedProfile as profile } from '../../testing/branded-profile';
import { fillsOf } from './order-fills';
import type { PlacedOrder } from './executed-effects';

const pair = profile.pair('btcusdt')!;
const { quote } = pair;
const paid = (to: string, units: bigint) => ({
  token: { name: quote.apiSymbol, contract: quote.contract, precision: quote.precision },
  ...{ from: 'dex', to, units, memo: `trade ${pair.chainName}`, root: 0 },
});
const trade = (id: bigint, seller: string, amount: bigint): Trade => ({
  ...{ id, side: 'buy', buyer: 'alice', seller, price: 1n, amount, total: amount * 10n },
  ...{ timeMs: 0, blockNum: 5 },
});
/** A buy of alice that was filled by bob with 3 and by carol with 4. */
const order = (filled = 7n): PlacedOrder => ({
  action: 0,
  terms: { account: 'alice', pair, side: 'buy', amount: 9n, price: 1n, locked: { token: quote, units: 90n } },
  effect: { filled, averagePrice: 1n, resting: 2n, refunded: 0n },
  movements: [paid('bob', 30n), paid('carol', 40n)],
});
const own = [trade(8n, 'bob', 3n), trade(9n, 'carol', 4n)];

describe('the fills of an order', () => {
  it('the fills of an order are the trades that its payments belong to, among others of the block', () => {
    const others = [trade(7n, 'bob', 5n), ...own, trade(10n, 'carol', 4n)];
    expect(fillsOf(order(), others, 'dex')).toEqual(own);
  });

  it('the fills of an order are not known where no run of trades fits, or two do', () => {
    expect(fillsOf(order(), own.slice(1), 'dex')).toBeUndefined();
    expect(fillsOf(order(8n), own, 'dex')).toBeUndefined();
    const twice = [...own, trade(10n, 'bob', 3n), trade(11n, 'carol', 4n)];
    expect(fillsOf(order(), twice, 'dex')).toBeUndefined();
  });

  it('the fills of an order that traded nothing are none', () => {
    expect(fillsOf(order(0n), [], 'dex')).toEqual([]);
  });
});
