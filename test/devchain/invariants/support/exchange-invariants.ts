import { type Pair, PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import type { OrderRow } from '../../../../apps/devchain/src/contracts/dex/tables';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { Amounts, difference, differences } from './amounts';
import { openOrders } from './exchange-actions';
import { holdingsOf } from './token-invariants';
import { EXCHANGE } from '../../../../apps/devchain/src/contracts/shared/account-names';

/** The balances of the exchange equal the amounts that open orders lock. */
export function* lockViolations(chain: LendingChain): Generator<string> {
  const locks = new Amounts();
  for (const pair of PAIRS) {
    for (const row of openOrders(chain, pair)) {
      const { type, identifier, baseAsset, quoteAsset } = row;
      const value = valueOf(pair, row);
      yield* difference(`value of order ${String(identifier)}`, quoteAsset.units, value);
      if (baseAsset.units <= 0n) yield `order ${String(identifier)} is for nothing`;
      locks.add(...(type === 'buy' ? ([pair.quote.symbol, value] as const) : lockedBase(pair, row)));
    }
  }
  yield* differences('the exchange', holdingsOf(chain, EXCHANGE), locks);
}

function lockedBase({ base }: Pair, { baseAsset }: OrderRow): readonly [string, bigint] {
  return [base.symbol, baseAsset.units];
}

/** Base x price in units of quote: of a buy rounded up, of a sell rounded down. */
function valueOf(pair: Pair, { type, price, baseAsset }: OrderRow): bigint {
  const scale = 10n ** BigInt(pair.base.precision + pair.priceDecimals - pair.quote.precision);
  const product = baseAsset.units * BigInt(price.replace('.', ''));
  const rest = product % scale;
  return (product - rest) / scale + (type === 'buy' && rest > 0n ? 1n : 0n);
}
