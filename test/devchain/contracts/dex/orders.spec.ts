import { createDexContract } from '../../../../apps/devchain/src/contracts/dex/contract';
import type { Side } from '../../../../apps/devchain/src/contracts/dex/matching/order';
import { ExchangeChain } from '../../../harness/chain/exchange-chain';
import { watchBalances } from './support/balance-changes';
import { btcusdt, nativebtc, terms, nativeTerms } from './support/terms';

describe('orders', () => {
  it('an order rests in the book as a row of the orders table', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    const changes = watchBalances(exchange);
    exchange.order('alice', btcusdt, terms('sell', '0.5', '80000'));
    expect(changes()).toEqual({ 'alice BTC': -50_000_000n, 'dex BTC': 50_000_000n });
    exchange.order('bob', nativebtc, nativeTerms('buy', 1_000_001n, 100n));
    expect(changes()).toEqual({ 'bob BTC': -101n, 'dex BTC': 101n });

    expect(exchange.json('btcusdt', 'orderbook2', 'order')).toEqual([
      {
        identifier: 1,
        account: 'alice',
        price: '80000.00000000',
        baseAsset: '0.50000000 BTC',
        quoteAsset: '40000.00000000 USDT',
        type: 'sell',
      },
    ]);
    expect(exchange.json('nativebtc', 'orderbook2', 'order')).toEqual([
      {
        identifier: 2,
        account: 'bob',
        price: '0.0000000100',
        baseAsset: '100.0001 NATIVE',
        quoteAsset: '0.00000101 BTC',
        type: 'buy',
      },
    ]);
  });

  it('an order is filled at the price of the resting order, and the unused lock is refunded', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    exchange.order('alice', btcusdt, terms('sell', '0.5', '80000'));
    const changes = watchBalances(exchange);
    const { blockNum, blockTimeMs } = exchange.order('bob', btcusdt, terms('buy', '0.2', '90000'));
    expect(changes()).toEqual({
      'bob BTC': 20_000_000n,
      'bob USDT': -1_600_000_000_000n,
      'alice USDT': 1_600_000_000_000n,
      'dex BTC': -20_000_000n,
    });
    expect(exchange.json('dex', 'history2', 'trade')).toEqual([
      {
        id: 1,
        pair: 'btcusdt',
        seller: 'alice',
        buyer: 'bob',
        price: '80000.00000000',
        baseAsset: '0.20000000 BTC',
        quoteAsset: '16000.00000000 USDT',
        timestamp: String(blockTimeMs),
        type: 'buy',
        blockNumber: blockNum,
      },
    ]);
    expect(exchange.openOrders(btcusdt)).toMatchObject([
      { identifier: 1n, baseAsset: { units: 30_000_000n } },
    ]);
  });

  it('an order that is filled in part rests with its remainder', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    exchange.order('alice', btcusdt, terms('buy', '0.1', '81000'));
    const changes = watchBalances(exchange);
    exchange.order('bob', btcusdt, terms('sell', '0.3', '80000'));
    expect(changes()).toEqual({
      'alice BTC': 10_000_000n,
      'bob BTC': -30_000_000n,
      'bob USDT': 810_000_000_000n,
      'dex BTC': 20_000_000n,
      'dex USDT': -810_000_000_000n,
    });
    expect(exchange.openOrders(btcusdt)).toMatchObject([
      {
        identifier: 2n,
        account: 'bob',
        type: 'sell',
        price: '80000.00000000',
        baseAsset: { units: 20_000_000n },
      },
    ]);
    expect(exchange.trades()).toMatchObject([{ seller: 'bob', buyer: 'alice', type: 'sell' }]);
  });

  it('an order matches the best price first, at one price the oldest order, partially filled ones too', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    exchange.order('alice', btcusdt, terms('sell', '0.1', '80002'));
    exchange.order('bob', btcusdt, terms('sell', '0.1', '80001'));
    exchange.order('alice', btcusdt, terms('sell', '0.1', '80001'));
    exchange.order('carol', btcusdt, terms('buy', '0.04', '80001'));
    exchange.order('carol', btcusdt, terms('buy', '0.3', '80002'));
    expect(exchange.trades().map(({ seller, price, baseAsset }) => [seller, price, baseAsset.units])).toEqual(
      [
        ['bob', '80001.00000000', 4_000_000n],
        ['bob', '80001.00000000', 6_000_000n],
        ['alice', '80001.00000000', 10_000_000n],
        ['alice', '80002.00000000', 10_000_000n],
      ],
    );
    expect(exchange.openOrders(btcusdt)).toMatchObject([{ account: 'carol', type: 'buy' }]);
  });

  it('an order matches an order of the same account like any other', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    const changes = watchBalances(exchange);
    exchange.order('alice', btcusdt, terms('sell', '0.1', '80000'));
    exchange.order('alice', btcusdt, terms('buy', '0.1', '80000'));
    expect(changes()).toEqual({});
    expect(exchange.trades()).toMatchObject([{ seller: 'alice', buyer: 'alice' }]);
  });

  it('an order is refunded a remainder worth less than one unit of the quote, as maker and as taker', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    const changes = watchBalances(exchange);
    exchange.order('alice', nativebtc, nativeTerms('sell', 1_000_100n, 100n));
    exchange.order('bob', nativebtc, nativeTerms('buy', 1_000_000n, 100n));
    expect(changes()).toEqual({
      'alice NATIVE': -1_000_000n,
      'alice BTC': 100n,
      'bob NATIVE': 1_000_000n,
      'bob BTC': -100n,
    });
    exchange.order('alice', nativebtc, nativeTerms('buy', 1_000_000n, 100n));
    exchange.order('bob', nativebtc, nativeTerms('sell', 1_000_100n, 100n));
    expect(changes()).toEqual({
      'alice NATIVE': 1_000_000n,
      'alice BTC': -100n,
      'bob NATIVE': -1_000_000n,
      'bob BTC': 100n,
    });
    expect(exchange.openOrders(nativebtc)).toEqual([]);
  });

  it('an order reports that it ended, also when more orders of the book match', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    const ending = (account: string, side: Side, base: bigint): string =>
      exchange
        .order(account, nativebtc, nativeTerms(side, base, 100n))
        .actionTraces.map(({ console }) => console)
        .join('');
    expect(ending('alice', 'sell', 1_000_000n)).toBe('order 1: 0 trades, rests');
    expect(ending('alice', 'sell', 1_000_000n)).toBe('order 2: 0 trades, rests');
    expect(ending('bob', 'buy', 1_000_000n)).toBe('order 3: 1 trades, filled');
    expect(ending('bob', 'buy', 1_000_100n)).toBe('order 4: 1 trades, dust');
    expect(exchange.openOrders(nativebtc)).toEqual([]);
  });

  it('an order ends after the maximum number of trades, and the remainder is refunded', () => {
    const exchange = new ExchangeChain([createDexContract({ maxFills: 2, keptTrades: 100n })]);
    for (const price of ['80000', '80001', '80002'])
      exchange.order('alice', btcusdt, terms('sell', '0.1', price));
    const changes = watchBalances(exchange);
    const { actionTraces } = exchange.order('bob', btcusdt, terms('buy', '1', '80002'));
    expect(changes()).toMatchObject({ 'bob BTC': 20_000_000n, 'bob USDT': -1_600_010_000_000n });
    expect(exchange.openOrders(btcusdt)).toMatchObject([{ account: 'alice', price: '80002.00000000' }]);
    expect(actionTraces.map(({ console }) => console)).toContain('order 4: 2 trades, fill limit');
  });

  it('an order has at most fifty trades', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    for (let asks = 0; asks < 51; asks++)
      exchange.order('alice', nativebtc, nativeTerms('sell', 1_000n, 1_000n));
    exchange.order('bob', nativebtc, nativeTerms('buy', 100_000n, 1_000n));
    expect(exchange.trades()).toHaveLength(50);
    expect(exchange.openOrders(nativebtc)).toMatchObject([{ identifier: 51n, account: 'alice' }]);
  });

  it('the exchange deletes the oldest trades of the history', () => {
    const exchange = new ExchangeChain([createDexContract({ maxFills: 50, keptTrades: 3n })]);
    for (let trades = 0; trades < 5; trades++) {
      exchange.order('alice', btcusdt, terms('sell', '0.1', '80000'));
      exchange.order('bob', btcusdt, terms('buy', '0.1', '80000'));
      exchange.nextBlock();
    }
    expect(exchange.trades().map(({ id }) => id)).toEqual([3n, 4n, 5n]);
  });
});
