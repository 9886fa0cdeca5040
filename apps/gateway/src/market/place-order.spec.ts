import { formatAmount, formatPrice, MAX_UNITS } from '@app/antelope';
import fc from 'fast-check';
import type { PlaceOrderInput } from './dto/place-order.dto';
import { orderTerms, placeOrderCall } from './place-order';
import { brandedProfile as profile } from '../testing/branded-profile';

const input = {
  account: 'alice',
  pair: 'btcusdt',
  side: 'sell',
  price: '80000',
  amount: '0.0001',
} as const satisfies Partial<PlaceOrderInput>;
const placed = ({ pair, ...wanted }: Parameters<typeof orderTerms>[0] & { readonly pair: string }) =>
  placeOrderCall(orderTerms(wanted, profile.pair(pair)!), profile);
const ceilDivision = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor;

describe('an order', () => {
  it('an order to sell sends what it sells, its memo at all decimals', () => {
    expect(placed(input)).toEqual({
      account: 'btc.token',
      name: 'transfer',
      data: {
        from: 'alice',
        to: 'swap.acc',
        quantity: '0.00010000 BTC',
        memo: 'sell:0.00010000 BTC:80000.00000000 USDT',
      },
    });
  });

  it('an order to buy sends what it costs, rounded up, in the names of the chain', () => {
    const wanted = { ...input, pair: 'nativebtc', side: 'buy', price: 1e-10, amount: 100.5 } as const;
    expect(placed(wanted)).toEqual({
      account: 'btc.token',
      name: 'transfer',
      data: {
        from: 'alice',
        to: 'swap.acc',
        quantity: '0.00000002 BTC',
        memo: 'buy:100.5000 COIN:0.0000000001 BTC',
      },
    });
  });

  it('an order to sell the chain’s own token is on the contract of that token', () => {
    const call = placed({ ...input, pair: 'nativebtc', price: '0.00000001', amount: '5' });
    expect(call).toMatchObject({ account: 'coin.token', data: { quantity: '5.0000 COIN' } });
  });

  it('an order is exact for every amount and price a pair can have', () => {
    const units = fc.bigInt({ min: 1n, max: MAX_UNITS });
    fc.assert(
      fc.property(
        units,
        units,
        fc.constantFrom(...profile.pairs()),
        fc.constantFrom('buy' as const, 'sell' as const),
        (amount, price, pair, side) => {
          const { base, quote, priceDecimals } = pair;
          const divisor = 10n ** BigInt(base.precision + priceDecimals - quote.precision);
          const cost = ceilDivision(amount * price, divisor);
          fc.pre(side === 'sell' || cost <= MAX_UNITS);
          const wanted = {
            ...input,
            pair: pair.apiName,
            side,
            amount: formatAmount(amount, base.precision),
            price: formatPrice(price, priceDecimals),
          };
          const sent =
            side === 'sell'
              ? `${wanted.amount} ${base.symbol}`
              : `${formatAmount(cost, quote.precision)} ${quote.symbol}`;
          const { data } = placed(wanted);
          expect(data['quantity']).toBe(sent);
          expect(data['memo']).toBe(
            `${side}:${wanted.amount} ${base.symbol}:${wanted.price} ${quote.symbol}`,
          );
        },
      ),
    );
  });

  it.each<[Partial<PlaceOrderInput>, string]>([
    [{ amount: '0.000000001' }, 'amount: "0.000000001" has 9 decimals; BTC has 8'],
    [{ pair: 'nativebtc', amount: '0.00001' }, 'amount: "0.00001" has 5 decimals; NATIVE has 4'],
    [{ price: '0.000000001' }, 'price: "0.000000001" has 9 decimals; the price has 8'],
    [{ pair: 'nativebtc', price: 1e-11 }, 'price: "0.00000000001" has 11 decimals; the price has 10'],
    [{ amount: formatAmount(MAX_UNITS + 1n, 8) }, 'amount: "46116860184.27387904" is above the maximum'],
    [{ price: 90_071_992_547.40993 }, 'price: '],
    [
      { side: 'buy', amount: formatAmount(MAX_UNITS, 8), price: '2' },
      'amount: at this price it costs more than the largest amount of USDT',
    ],
    [
      { amount: '0.000000001', price: '0.000000001' },
      'amount: "0.000000001" has 9 decimals; BTC has 8; price: "0.000000001" has 9 decimals; the price has 8',
    ],
  ])('an order with %j is refused, the field first', (change, problem) => {
    expect(() => placed({ ...input, ...change })).toThrow(problem);
  });

  it('an order to buy may cost the largest amount there is', () => {
    const call = placed({ ...input, side: 'buy', amount: formatAmount(MAX_UNITS, 8), price: 1 });
    expect(call.data['quantity']).toBe(`${formatAmount(MAX_UNITS, 8)} USDT`);
  });
});
