import type { OrderTerms, Side } from '../../../../apps/devchain/src/contracts/dex/matching/order';
import { lockOf } from '../../../../apps/devchain/src/contracts/dex/matching/order';
import { type Pair, PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { cancelorder } from '../../../../apps/devchain/src/contracts/dex/signatures';
import { ordersTable, type OrderRow } from '../../../../apps/devchain/src/contracts/dex/tables';
import { orderMemo } from '../../../harness/chain/exchange-chain';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import type { TestAction } from './action';
import { type DrawnValues, oneOf, partOf } from './arbitraries';
import { EXCHANGE, RELAYER } from '../../../../apps/devchain/src/contracts/shared/account-names';

/** In units: odd, so that values have fractions. */
const MIDDLE: Readonly<Record<string, bigint>> = { btcusdt: 6_000_000_000_007n, nativebtc: 10_003n };
/** Prices around the middle, a few units apart, so that orders cross. */
const STEPS = 7;

/** The open orders of a pair. */
export function openOrders(chain: LendingChain, pair: Pair): OrderRow[] {
  return chain.rows(EXCHANGE, pair.name, ordersTable);
}

const ordering =
  (pair: Pair, side: Side): TestAction =>
  (chain, draw) => {
    const token = side === 'buy' ? pair.quote : pair.base;
    const price = (MIDDLE[pair.name] ?? 1n) + BigInt((draw.pick % STEPS) - (STEPS >> 1));
    const money = partOf(chain.balance(draw.who, token), draw);
    const scale = 10n ** BigInt(pair.base.precision + pair.priceDecimals - pair.quote.precision);
    const terms: OrderTerms = { side, price, base: side === 'sell' ? money : (money * scale) / price };
    return chain.send(draw.who, EXCHANGE, token, lockOf(pair, terms), orderMemo(pair, terms));
  };

const cancelling =
  (pair: Pair, canceller: (owner: string | undefined, draw: DrawnValues) => string): TestAction =>
  (chain, draw) => {
    const order = oneOf(openOrders(chain, pair), draw.pick);
    const orderIdentifier = order?.identifier ?? 0n;
    const who = canceller(order?.account, draw);
    return chain.push(who, EXCHANGE, cancelorder, { orderIdentifier, pair: pair.name });
  };

const byOwner = (owner: string | undefined, { who }: DrawnValues): string => owner ?? who;
const [first, second] = PAIRS as [Pair, Pair];

export const EXCHANGE_ACTIONS = {
  buyBitcoin: ordering(first, 'buy'),
  sellBitcoin: ordering(first, 'sell'),
  buyNative: ordering(second, 'buy'),
  sellNative: ordering(second, 'sell'),
  cancelOrderForBitcoin: cancelling(first, byOwner),
  cancelOrderForNative: cancelling(second, byOwner),
} satisfies Record<string, TestAction>;

export const INVALID_EXCHANGE_INPUTS = {
  cancelOrderOfAnother: cancelling(first, (owner, { who }) => (owner === who ? RELAYER : who)),
} satisfies Record<string, TestAction>;
