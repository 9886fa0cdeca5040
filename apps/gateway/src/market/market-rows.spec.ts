import { formatAmount, formatPrice, MAX_UNITS } from '@app/antelope';
import { parseRows } from '@app/upstream';
import fc from 'fast-check';
import { orderAnswer, orderbookAnswer, tradeAnswer } from './market-answers';
import { openOrderRow } from '../table-rows/open-order';
import { buildOrderbook } from './orderbook';
import { brandedProfile } from '../testing/branded-profile';
import { tradeRow } from '../table-rows/trade';

const native = brandedProfile.pair('nativebtc')!;
const table = { code: 'swap.acc', scope: 'coinbtc', table: 'orderbook2' };
const order = {
  identifier: 7,
  account: 'alice',
  price: '0.0000000100',
  baseAsset: '100.0000 COIN',
  quoteAsset: '0.00000100 BTC',
  type: 'buy',
};
const trade = {
  id: '9007199254740993',
  pair: 'coinbtc',
  seller: 'bob',
  buyer: 'alice',
  price: '0.0000000100',
  baseAsset: '100.0000 COIN',
  quoteAsset: '0.00000100 BTC',
  timestamp: '1772366400500',
  type: 'sell',
  blockNumber: 4705,
};
const units = fc.bigInt({ min: 1n, max: MAX_UNITS });

describe('rows of the exchange', () => {
  it('rows of the exchange are answered with the names of the API', () => {
    const [read] = parseRows(table, openOrderRow(native), [order]);
    expect(orderAnswer(native, read!)).toEqual({
      id: 7,
      pair: 'nativebtc',
      side: 'buy',
      price: '0.0000000100',
      amount: '100.0000',
      total: '0.00000100',
    });
    const [traded] = parseRows(table, tradeRow(native), [trade]);
    expect(tradeAnswer(native, traded!)).toEqual({
      id: '9007199254740993',
      price: '0.0000000100',
      amount: '100.0000',
      total: '0.00000100',
      side: 'sell',
      buyer: 'alice',
      seller: 'bob',
      time: '2026-03-01T12:00:00.500Z',
      block_num: 4705,
    });
  });

  it('rows of the exchange make a book of as many levels as are wanted, with the best prices of the whole', () => {
    const rows = [
      ...[1, 2, 3].map((price) => ({ ...order, price: `0.000000000${price}` })),
      ...[5, 6, 7].map((price) => ({ ...order, price: `0.000000000${price}`, type: 'sell' })),
    ];
    const book = buildOrderbook(parseRows(table, openOrderRow(native), rows));
    const answer = orderbookAnswer(native, book, 2);
    expect(answer).toMatchObject({
      pair: 'nativebtc',
      base: 'NATIVE',
      quote: 'BTC',
      best_bid: '0.0000000003',
      best_ask: '0.0000000005',
      spread: '0.0000000002',
    });
    expect(answer.bids.map(({ price }) => price)).toEqual(['0.0000000003', '0.0000000002']);
    expect(answer.asks.map(({ price }) => price)).toEqual(['0.0000000005', '0.0000000006']);
    expect(answer.bids[0]).toEqual({
      price: '0.0000000003',
      amount: '100.0000',
      total: '0.00000100',
      orders: 1,
    });
  });

  it('an empty book has no best price', () => {
    expect(orderbookAnswer(native, buildOrderbook([]), 20)).toMatchObject({
      ...{ bids: [], asks: [], best_bid: null, best_ask: null, spread: null },
    });
  });

  it('rows of the exchange keep every digit from the chain to the answer', () => {
    fc.assert(
      fc.property(
        units,
        units,
        units,
        fc.constantFrom(...brandedProfile.pairs()),
        (price, base, quote, pair) => {
          const written = {
            ...order,
            price: formatPrice(price, pair.priceDecimals),
            baseAsset: `${formatAmount(base, pair.base.precision)} ${pair.base.symbol}`,
            quoteAsset: `${formatAmount(quote, pair.quote.precision)} ${pair.quote.symbol}`,
          };
          const orders = parseRows(table, openOrderRow(pair), [written, written]);
          const [traded] = parseRows(table, tradeRow(pair), [{ ...trade, ...written }]);
          const answer = {
            price: written.price,
            amount: formatAmount(base, pair.base.precision),
            total: formatAmount(quote, pair.quote.precision),
          };
          expect(orderAnswer(pair, orders[0]!)).toMatchObject(answer);
          expect(tradeAnswer(pair, traded!)).toMatchObject(answer);
          expect(orderbookAnswer(pair, buildOrderbook(orders), 1).bids).toEqual([
            {
              price: written.price,
              amount: formatAmount(2n * base, pair.base.precision),
              total: formatAmount(2n * quote, pair.quote.precision),
              orders: 2,
            },
          ]);
        },
      ),
    );
  });

  it.each([
    [{ identifier: null }, 'identifier'],
    [{ account: 'NOT A NAME' }, 'account: is not a name of the chain'],
    [{ type: 'BUY' }, 'type'],
    [{ price: '-1' }, 'price: "-1" is negative'],
    [{ price: '0.00000000001' }, 'price: "0.00000000001" has 11 decimals'],
    [
      { baseAsset: '100.0000 NATIVE' },
      'baseAsset: "100.0000 NATIVE" is not an amount of COIN with 4 decimals',
    ],
    [{ baseAsset: '100.00000 COIN' }, 'baseAsset: "100.00000 COIN" is not an amount of COIN with 4 decimals'],
    [{ quoteAsset: {} }, 'quoteAsset'],
  ])(
    'rows of the exchange that are no order (%j) are an error by table, row and member',
    (change, reason) => {
      expect(() => parseRows(table, openOrderRow(native), [order, { ...order, ...change }])).toThrow(
        `table orderbook2 of swap.acc (scope coinbtc): row 1 ${reason}`,
      );
    },
  );

  it.each([
    [{ timestamp: '2026-03-01' }, 'timestamp: is not a time in milliseconds'],
    [{ timestamp: '9999999999999999' }, 'timestamp'],
    [{ timestamp: 1_772_366_400_500 }, 'timestamp'],
    [{ blockNumber: -1 }, 'blockNumber: is negative'],
    [{ buyer: '' }, 'buyer: is not a name of the chain'],
  ])('rows of the exchange that are no trade (%j) are an error as well', (change, reason) => {
    expect(() => parseRows(table, tradeRow(native), [{ ...trade, ...change }])).toThrow(`row 0 ${reason}`);
  });
});
