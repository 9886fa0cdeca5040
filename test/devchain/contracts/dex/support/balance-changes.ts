import type { ExchangeChain } from '../../../../harness/chain/exchange-chain';
import { BTC, nativebtc, USDT } from './terms';

const NATIVE = nativebtc.base;
const ACCOUNTS = ['alice', 'bob', 'carol', 'dex'];

/** A function that returns the balance changes of all accounts since its last call, as `account symbol: units`. */
export function watchBalances(exchange: ExchangeChain) {
  const read = () =>
    new Map(
      ACCOUNTS.flatMap((account) =>
        [BTC, USDT, NATIVE].map((token) => [`${account} ${token.symbol}`, exchange.balance(account, token)]),
      ),
    );
  let before = read();
  return () => {
    const after = read();
    const changes = [...after].map(([who, units]) => [who, units - (before.get(who) ?? 0n)] as const);
    before = after;
    return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
  };
}
