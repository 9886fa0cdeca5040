import type { NaiveExchange } from '../../../../apps/devchain/src/contracts/dex/testing/naive-exchange';
import { PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { SHARES } from '../../../../apps/devchain/src/contracts/shared/tokens';
import type { ReferenceLending } from '../../../../apps/devchain/src/contracts/loan/testing/reference-lending';

/** Units by `account symbol`. */
export type Units = Map<string, bigint>;

/** The exchange holds what open orders lock. */
export function lockedByBooks(exchange: NaiveExchange): Units {
  const locked: Units = new Map();
  for (const pair of PAIRS)
    for (const order of exchange.book(pair)) {
      const key = `dex ${(order.side === 'buy' ? pair.quote : pair.base).symbol}`;
      locked.set(key, (locked.get(key) ?? 0n) + exchange.lock(pair, order));
    }
  return locked;
}

/** Lending holds the USDT of its pools and the shares that wait; the accounts hold the other shares. */
export function depositsOf({ ledger, deposits }: ReferenceLending, accounts: readonly string[]): Units {
  const held: Units = new Map();
  const available = ledger.pools.reduce((sum, pool) => sum + pool.available, ledger.backstop);
  held.set('loan USDT', available);
  for (const [poolId, { symbol }] of SHARES.entries()) {
    for (const account of accounts)
      held.set(`${account} ${symbol}`, ledger.unitsOf(ledger.shares, `${account} ${String(poolId)}`));
    const waiting = deposits.redemptions.filter((entry) => entry.poolId === poolId);
    held.set(
      `loan ${symbol}`,
      waiting.reduce((sum, { shares }) => sum + shares, 0n),
    );
  }
  return held;
}

/** Change of each balance, without zeros. */
export function changes(before: Units, after: Units): Record<string, bigint> {
  const keys = new Set([...before.keys(), ...after.keys()]);
  const changed = [...keys].map((key) => [key, (after.get(key) ?? 0n) - (before.get(key) ?? 0n)] as const);
  return Object.fromEntries(changed.filter(([, units]) => units !== 0n));
}
