import { formatAmount, formatPrice, MAX_UNITS } from '@app/antelope';
import * as fc from 'fast-check';
import { lockOf } from '../matching/order';
import { PAIRS } from '../pairs';
import { readOrderMemo } from './order-memo';
import { checkPayment } from './payment';

describe('the memo of an order', () => {
  it('the memo of an order is parsed digit by digit', () => {
    const orders = fc.record({
      pair: fc.constantFrom(...PAIRS),
      side: fc.constantFrom('buy', 'sell'),
      price: fc.bigInt(10n ** 10n, 10n ** 14n),
      base: fc.bigInt(10n ** 6n, 10n ** 10n),
    });
    fc.assert(
      fc.property(orders, ({ pair, side, price, base }) => {
        const quantity = `${formatAmount(base, pair.base.precision)} ${pair.base.symbol}`;
        const memo = `${side}:${quantity}:${formatPrice(price, pair.priceDecimals)} ${pair.quote.symbol}`;
        expect(readOrderMemo(memo)).toEqual({ pair, terms: { side, price, base } });
      }),
    );
  });

  it.each(['sell:0.00010000 BTC:80000.00000000 USDT', 'buy:100.0000 NATIVE:0.0000000100 BTC'])(
    'the memo %s reads as an order',
    (memo) => {
      const [side = '', quantity = ''] = memo.split(':');
      const { terms, pair } = readOrderMemo(memo);
      expect(terms.side).toBe(side);
      expect(`${formatAmount(terms.base, pair.base.precision)} ${pair.base.symbol}`).toBe(quantity);
    },
  );

  const form = 'exchange: memo must be <buy|sell>:<quantity> <BASE>:<price> <QUOTE>';
  const quantity = 'exchange: quantity must be written with exactly 8 decimals';
  const price = 'exchange: price must be written with exactly 8 decimals';
  it.each([
    ['', form],
    ['hello', form],
    ['Buy:1.00000000 BTC:1.00000000 USDT', form],
    [' buy:1.00000000 BTC:1.00000000 USDT', form],
    ['buy:1.00000000 BTC:1.00000000 USDT ', form],
    ['buy:1.00000000 BTC:1.00000000 USDT\n', form],
    ['buy:1.00000000 BTC:1.00000000 USDT:gtc', form],
    ['buy:1.00000000  BTC:1.00000000 USDT', form],
    ['buy:-1.00000000 BTC:1.00000000 USDT', form],
    ['buy:+1.00000000 BTC:1.00000000 USDT', form],
    ['buy:1e2 BTC:1.00000000 USDT', form],
    ['buy:1,00000000 BTC:1.00000000 USDT', form],
    ['buy:١.00000000 BTC:1.00000000 USDT', form],
    ['buy:1.00000000 btc:1.00000000 USDT', form],
    ['buy:1.00000000 USDT:1.00000000 BTC', 'exchange: there is no pair of USDT priced in BTC'],
    ['buy:1.00000000 BTC:1.00000000 BTC', 'exchange: there is no pair of BTC priced in BTC'],
    ['buy:1.0000 NATIVE:1.00000000 USDT', 'exchange: there is no pair of NATIVE priced in USDT'],
    ['buy:1 BTC:1.00000000 USDT', quantity],
    ['buy:1.0 BTC:1.00000000 USDT', quantity],
    ['buy:1.000000000 BTC:1.00000000 USDT', quantity],
    ['buy:01.00000000 BTC:1.00000000 USDT', quantity],
    ['buy:.00000001 BTC:1.00000000 USDT', quantity],
    ['buy:1.0000.0000 BTC:1.00000000 USDT', quantity],
    ['buy:1.00000000 BTC:1.0000000000 USDT', price],
    ['buy:1.00000000 BTC:00.00000001 USDT', price],
    ['buy:1.0000 NATIVE:1.00000000 BTC', 'exchange: price must be written with exactly 10 decimals'],
    ['buy:0.00000000 BTC:1.00000000 USDT', 'exchange: quantity must be above zero'],
    ['buy:1.00000000 BTC:0.00000000 USDT', 'exchange: price must be above zero'],
    ['buy:46116860184.27387904 BTC:1.00000000 USDT', 'exchange: quantity is too large'],
    ['buy:1.00000000 BTC:46116860184.27387904 USDT', 'exchange: price is too large'],
    ['sell:46116860184.27387903 BTC:1.00000001 USDT', 'exchange: value is too large'],
    ['buy:0.00000001 BTC:0.99999999 USDT', 'exchange: order is worth less than the smallest unit of USDT'],
    ['sell:0.0099 NATIVE:0.0000010000 BTC', 'exchange: order is worth less than the smallest unit of BTC'],
  ])('an order refuses the memo %j', (memo, message) => {
    expect(() => readOrderMemo(memo)).toThrow(`assertion failure with message: ${message}`);
  });

  it('the payment of an order takes the largest order there can be', () => {
    const { pair, terms } = readOrderMemo('buy:46116860184.27387903 BTC:1.00000000 USDT');
    expect(lockOf(pair, terms)).toBe(MAX_UNITS);
  });
});

describe('the payment of an order', () => {
  const BTC = { symbol: 'BTC', precision: 8 };
  const buy = readOrderMemo('buy:0.0101 NATIVE:0.0001000000 BTC');
  const sell = readOrderMemo('sell:0.00010000 BTC:80000.00000000 USDT');

  it.each([
    ['btc.token', { units: 101n, ...BTC }, buy],
    ['btc.token', { units: 10_000n, ...BTC }, sell],
  ])('the payment of an order is what the order locks', (contract, sent, order) => {
    expect(() => {
      checkPayment(contract, sent, order);
    }).not.toThrow();
  });

  const token = 'exchange: this order is paid in BTC of contract btc.token';
  it.each([
    ['fake.token', { units: 10_000n, ...BTC }, sell, token],
    ['btc.token', { units: 10_000n, symbol: 'XBT', precision: 8 }, sell, token],
    ['btc.token', { units: 10_000n, symbol: 'BTC', precision: 4 }, sell, token],
    ['usdt.token', { units: 10_000n, symbol: 'USDT', precision: 8 }, sell, token],
    [
      'btc.token',
      { units: 9_999n, ...BTC },
      sell,
      'exchange: 0.00009999 BTC sent, but this order locks 0.00010000 BTC',
    ],
    [
      'btc.token',
      { units: 10_001n, ...BTC },
      sell,
      'exchange: 0.00010001 BTC sent, but this order locks 0.00010000 BTC',
    ],
    [
      'btc.token',
      { units: 100n, ...BTC },
      buy,
      'exchange: 0.00000100 BTC sent, but this order locks 0.00000101 BTC',
    ],
  ])('the payment of an order is refused when %s sends %j instead', (contract, sent, order, message) => {
    expect(() => {
      checkPayment(contract, sent, order);
    }).toThrow(`assertion failure with message: ${message}`);
  });
});
