import { type Token } from '../../shared/tokens';
import type { Pair } from '../pairs';
import type { Fill, Matching } from './matching';
import { lockOf, type OrderTerms } from './order';

/** Tokens that leave the exchange; `units` is above zero. */
export interface Payout {
  readonly to: string;
  readonly token: Token;
  readonly units: bigint;
  readonly reason: 'trade' | 'refund';
}

/**
 * Payouts after a matching: to every maker the bought amount and the unused lock of a closed order; to the taker, in one
 * sum each, the bought amount and the part of its lock that is neither paid nor locked by the resting order.
 */
export function settle(
  pair: Pair,
  taker: OrderTerms & { account: string },
  { fills, left, ending }: Matching,
): Payout[] {
  const [bought, paid] = taker.side === 'buy' ? (['base', 'quote'] as const) : (['quote', 'base'] as const);
  const sum = (token: 'base' | 'quote') => fills.reduce((total, fill) => total + fill[token], 0n);
  const stillLocked = ending === 'rests' ? lockOf(pair, { ...taker, base: left }) : 0n;
  const refund = lockOf(pair, taker) - sum(paid) - stillLocked;
  const toMakers = fills.flatMap((fill): Payout[] => [
    { to: fill.maker.account, token: pair[paid], units: fill[paid], reason: 'trade' },
    { to: fill.maker.account, token: pair[bought], units: unusedLock(pair, fill), reason: 'refund' },
  ]);
  const toTaker: Payout[] = [
    { to: taker.account, token: pair[bought], units: sum(bought), reason: 'trade' },
    { to: taker.account, token: pair[paid], units: refund, reason: 'refund' },
  ];
  return [...toMakers, ...toTaker].filter(({ units }) => units > 0n);
}

/** Unused lock of a maker's closed order. */
function unusedLock(pair: Pair, { maker, left, base, quote }: Fill): bigint {
  if (left !== undefined) return 0n;
  return lockOf(pair, maker) - (maker.side === 'buy' ? quote : base);
}
