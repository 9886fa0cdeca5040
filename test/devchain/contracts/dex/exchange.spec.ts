import { nameToValue } from '@app/antelope';
import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { createDexContract } from '../../../../apps/devchain/src/contracts/dex/contract';
import { ExchangeChain } from '../../../harness/chain/exchange-chain';
import { watchBalances } from './support/balance-changes';
import { BTC, btcusdt, nativebtc, terms, nativeTerms } from './support/terms';

describe('cancelled orders', () => {
  it('cancelling an order refunds its remaining lock', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    const changes = watchBalances(exchange);
    exchange.order('alice', btcusdt, terms('sell', '0.3', '80000'));
    exchange.order('alice', nativebtc, nativeTerms('buy', 1_000_001n, 100n));
    exchange.order('bob', btcusdt, terms('buy', '0.1', '80000'));
    changes();
    exchange.cancel('alice', btcusdt, 1n);
    exchange.cancel('alice', nativebtc, 2n);
    expect(changes()).toEqual({
      'alice BTC': 20_000_101n,
      'dex BTC': -20_000_101n,
    });
    expect([...exchange.openOrders(btcusdt), ...exchange.openOrders(nativebtc)]).toEqual([]);
  });

  it('cancelling an order does not free the id of the order', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    exchange.order('alice', btcusdt, terms('sell', '0.3', '80000'));
    exchange.cancel('alice', btcusdt, 1n);
    exchange.order('alice', btcusdt, terms('sell', '0.3', '80001'));
    expect(exchange.openOrders(btcusdt)).toMatchObject([{ identifier: 2n }]);
  });
});

describe('exchange', () => {
  it('the exchange accepts orders and cancellations of an agent permission for its own account only', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    exchange.order('bob', btcusdt, terms('sell', '0.1', '80001'));
    exchange.order('alice@agent', btcusdt, terms('sell', '0.1', '80000'));
    expect(() => exchange.cancel('alice@agent', btcusdt, 1n)).toThrow(
      'exchange: order belongs to another account',
    );
    exchange.cancel('alice@agent', btcusdt, 2n);
    expect(exchange.openOrders(btcusdt)).toMatchObject([{ account: 'bob' }]);
  });

  it('the exchange does not treat its own payouts or system payments as orders', () => {
    const exchange = new ExchangeChain([createDexContract(), createTokenContract('eosio.stake')]);
    exchange.order('alice', btcusdt, terms('sell', '0.2', '80000'));
    const quantity = { units: 10_000_000n, symbol: 'BTC', precision: 8 };
    const memo = 'sell:0.10000000 BTC:90000.00000000 USDT';
    exchange.transfer('dex', 'eosio.stake', 'btc.token', quantity, memo);
    exchange.transfer('eosio.stake', 'dex', 'btc.token', quantity, memo);
    expect(exchange.openOrders(btcusdt)).toHaveLength(1);
    expect(exchange.balance('dex', BTC)).toBe(20_000_000n);
  });

  it('the exchange has an index over the book in the order of price and time', () => {
    const exchange = new ExchangeChain([createDexContract()]);
    for (const price of ['80003', '80001', '80002', '80001']) {
      exchange.order('alice', btcusdt, terms('sell', '0.1', price));
      exchange.order('bob', btcusdt, terms('buy', '0.1', String(Number(price) - 10)));
    }
    const index = exchange.chain.table('dex', nameToValue('btcusdt'), 'orderbook2')?.index(0);
    expect(index?.kind).toBe('i128');
    expect([...(index?.entries() ?? [])].map(({ row }) => row.primaryKey)).toEqual([
      2n,
      6n,
      4n,
      8n,
      3n,
      7n,
      5n,
      1n,
    ]);
  });
});
