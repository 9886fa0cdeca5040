import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { create, issue } from '../../../../apps/devchain/src/contracts/token/signatures';
import { createDexContract } from '../../../../apps/devchain/src/contracts/dex/contract';
import { ExchangeChain } from '../../../harness/chain/exchange-chain';
import { btcusdt, nativebtc, terms, nativeTerms } from './support/terms';

const FAKE = { contract: 'fake.token', symbol: 'BTC', precision: 8 };

describe('the exchange refuses without a transfer', () => {
  const exchange = new ExchangeChain([createDexContract(), createTokenContract(FAKE.contract)]);
  const supply = { units: 10n ** 12n, symbol: 'BTC', precision: 8 };
  exchange.push(FAKE.contract, FAKE.contract, create, { issuer: 'bob', maximum_supply: supply });
  exchange.push('bob', FAKE.contract, issue, { to: 'bob', quantity: supply, memo: '' });
  exchange.order('alice', btcusdt, terms('sell', '0.1', '80000'));
  exchange.order('alice', nativebtc, nativeTerms('sell', 10_500_000n, 1n));
  const sell = 'sell:0.10000000 BTC:80000.00000000 USDT';
  const btc = (units: bigint) => ({ units, symbol: 'BTC', precision: 8 });

  it.each([
    [
      'a token of another contract with the same symbol',
      () => exchange.transfer('bob', 'dex', 'fake.token', btc(10_000_000n), sell),
      'exchange: this order is paid in BTC of contract btc.token',
    ],
    [
      'a transfer without an order in the memo',
      () => exchange.transfer('bob', 'dex', 'btc.token', btc(10_000_000n), 'hello'),
      'exchange: memo must be <buy|sell>:<quantity> <BASE>:<price> <QUOTE>',
    ],
    [
      'the quote token for a sell order',
      () =>
        exchange.transfer(
          'bob',
          'dex',
          'usdt.token',
          { units: 10_000_000n, symbol: 'USDT', precision: 8 },
          sell,
        ),
      'exchange: this order is paid in BTC of contract btc.token',
    ],
    [
      'one unit too few',
      () => exchange.transfer('bob', 'dex', 'btc.token', btc(9_999_999n), sell),
      'exchange: 0.09999999 BTC sent, but this order locks 0.10000000 BTC',
    ],
    [
      'one unit too many',
      () => exchange.transfer('bob', 'dex', 'btc.token', btc(10_000_001n), sell),
      'exchange: 0.10000001 BTC sent, but this order locks 0.10000000 BTC',
    ],
    [
      'a quantity of zero',
      () => exchange.transfer('bob', 'dex', 'btc.token', btc(0n), sell),
      'must transfer positive quantity',
    ],
    [
      'a buy whose value rounds to zero',
      () => exchange.order('bob', nativebtc, nativeTerms('buy', 100n, 1_000_000n)),
      'exchange: order is worth less than the smallest unit of BTC',
    ],
    [
      'its own transfer to itself',
      () => exchange.transfer('dex', 'dex', 'btc.token', btc(10_000_000n), sell),
      'cannot transfer to self',
    ],
    [
      'a cancellation of an order of another account',
      () => exchange.cancel('bob', btcusdt, 1n),
      'exchange: order belongs to another account',
    ],
    [
      'a cancellation authorized by the exchange',
      () => exchange.cancel('dex', btcusdt, 1n),
      'exchange: order belongs to another account',
    ],
    [
      'a cancellation of an order that is not open',
      () => exchange.cancel('alice', btcusdt, 7n),
      'exchange: there is no such open order',
    ],
    [
      'a cancellation with the wrong pair',
      () => exchange.cancel('alice', nativebtc, 1n),
      'exchange: there is no such open order',
    ],
    [
      'a cancellation with an unknown pair',
      () => exchange.cancel('alice', { ...btcusdt, name: 'btceur' }, 1n),
      'exchange: there is no such pair',
    ],
  ])('the exchange refuses %s', (_, work, message) => {
    const before = exchange.chain.stateDigest();
    expect(work).toThrow(`assertion failure with message: ${message}`);
    expect(exchange.chain.stateDigest()).toBe(before);
  });
});
