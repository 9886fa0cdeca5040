import type { ReferenceLending } from '../../../../../apps/devchain/src/contracts/loan/testing/reference-lending';

/** The accounts of a comparison, each with USDT and a vault, and the pools they use. */
export const ACCOUNTS = ['ann', 'ben', 'cid', 'dot'] as const;
export const POOLS = [5, 6] as const;

export type AccountName = (typeof ACCOUNTS)[number];
export const vaultOf = (account: AccountName): string => `${account}vaul.loan`;

/** An action of an account, a new price, or the passing of time. */
export type LendingAction =
  | { kind: 'lend' | 'redeem'; account: AccountName; poolId: number; amount: bigint }
  | { kind: 'borrow'; account: AccountName; poolId: number; amount: bigint; cap: number }
  | { kind: 'repay' | 'withdraw' | 'fund'; account: AccountName; amount: bigint }
  | { kind: 'cancelRedemption'; account: AccountName; id: number }
  | { kind: 'cancelRequest'; account: AccountName }
  | { kind: 'setPrice'; price: bigint }
  | { kind: 'wait'; seconds: number }
  | { kind: 'process' };

/** An action whose amount or target depends on the state it meets. */
export type PlannedAction =
  | LendingAction
  | { kind: 'redeemPart'; account: AccountName; poolId: number; percent: bigint }
  | { kind: 'borrowPart'; account: AccountName; poolId: number; percent: bigint }
  | { kind: 'cancelWaiting'; account: AccountName; place: number };

const ONE = 10n ** 8n;

/** The action of a planned in the current state. */
export function resolveAction(planned: PlannedAction, reference: ReferenceLending): LendingAction {
  if (planned.kind === 'redeemPart') {
    const { account, poolId } = planned;
    const owned = reference.ledger.unitsOf(reference.ledger.shares, `${account} ${String(poolId)}`);
    // At least one unit: the token contract refuses a transfer of zero.
    return { kind: 'redeem', account, poolId, amount: (owned * planned.percent) / 100n || 1n };
  }
  if (planned.kind === 'borrowPart') {
    const { account, poolId } = planned;
    const limit =
      (reference.ledger.unitsOf(reference.ledger.cbtc, account) * reference.ledger.price * 7n) / (10n * ONE);
    return {
      kind: 'borrow',
      account,
      poolId,
      amount: (limit * planned.percent) / 100n || 1n,
      cap: 2000,
    };
  }
  if (planned.kind === 'cancelWaiting') {
    const entry =
      reference.deposits.redemptions[Math.min(planned.place, reference.deposits.redemptions.length - 1)];
    const owner = ACCOUNTS.find((name) => name === entry?.account) ?? planned.account;
    return { kind: 'cancelRedemption', account: owner, id: entry?.id ?? 0 };
  }
  return planned;
}
