import { developmentProfileFile, readProfile } from '@app/networks';
import type { OpenOrder } from '../../table-rows/open-order';
import { lockedUnits } from './locked-funds';

const profile = readProfile(developmentProfileFile());
const [btcusdt, nativebtc] = [profile.pair('btcusdt')!, profile.pair('nativebtc')!];
const order = (id: bigint, side: OpenOrder['side'], amount: bigint, total: bigint): OpenOrder => ({
  ...{ id, account: 'alice', side, price: 1n, amount, total },
});

describe('amounts that open orders lock', () => {
  it('amounts that open orders lock are the rest of the base token of sells and its value in the quote token of buys, over all pairs', () => {
    const found = [
      { pair: btcusdt, orders: [order(1n, 'sell', 5n, 50n), order(2n, 'buy', 7n, 70n)] },
      { pair: nativebtc, orders: [order(3n, 'buy', 11n, 110n), order(4n, 'buy', 1n, 1n)] },
    ];
    expect(lockedUnits(found)).toEqual(
      new Map([
        ['BTC', 5n + 111n],
        ['USDT', 70n],
        ['NATIVE', 0n],
      ]),
    );
  });

  it('the sum of locked amounts is calculated once for a list of orders that equal reads share', () => {
    let reads = 0;
    const counted = {
      ...order(1n, 'sell', 5n, 50n),
      get amount() {
        reads += 1;
        return 5n;
      },
    };
    const found = [{ pair: btcusdt, orders: [counted] }];
    expect([lockedUnits(found).get('BTC'), lockedUnits(found).get('BTC')]).toEqual([5n, 5n]);
    expect(reads).toBe(1);
  });
});
