import { formatAsset, parseAsset } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { percent } from './percent';
import { type ActionDescriber, type DecodedTransfer, movedAmount, onlyActor } from './facts';

/** Actions of the lending contract that proposals are made of. */
export const LENDING_ACTIONS = [
  'create_vault',
  'generate_address',
  'borrow',
  'process_queue',
  'cancel_loan_request',
  'cancel_redemption',
] as const;
export type LendingAction = (typeof LENDING_ACTIONS)[number];

/** Payments to the lending contract, distinguished by their memos. */
export const LENDING_PAYMENTS = ['lend', 'repay', 'redeem'] as const;
export type LendingPayment = (typeof LENDING_PAYMENTS)[number];

/** The ABI of a contract may give it another type than an integer. */
const rate = (bps = ''): string => (/^\d+$/.test(bps) ? percent(BigInt(bps)) : `${bps} bps`);

/** Values of a decoded action as texts; amounts in the symbols of the API. */
type Words = Readonly<Record<string, string>>;

const ACTION_SENTENCES: Readonly<Record<LendingAction, (words: Words) => string>> = {
  create_vault: ({ account, vault }) => `${account} creates the vault ${vault}, which holds its collateral.`,
  generate_address: ({ account, vault }) =>
    `${account} asks for the Bitcoin address of the vault ${vault}: BTC sent there becomes CBTC in it.`,
  borrow: ({ account, quantity, pool_id, max_apr_bps }) =>
    `${account} borrows ${quantity} from pool ${pool_id} against the collateral in its vault, at a variable rate. ` +
    `It is lent while the rate after the loan is at most ${rate(max_apr_bps)}; otherwise it is queued.`,
  process_queue: () => 'The lending contract goes through its queues of loan requests and redemptions.',
  cancel_loan_request: ({ account }) => `${account} takes its queued loan request back.`,
  cancel_redemption: ({ account, id }) =>
    `${account} takes redemption ${id} out of the queue: the shares that still wait come back.`,
};

const PAYMENT_SENTENCES: Readonly<Record<LendingPayment, (words: Words) => string>> = {
  lend: ({ from, quantity, pool_id }) =>
    `${from} lends ${quantity} to pool ${pool_id} and gets shares of the pool.`,
  repay: ({ from, quantity }) => `${from} pays ${quantity} toward its loan.`,
  redeem: ({ from, quantity, pool_id }) =>
    `${from} redeems ${quantity}, shares of pool ${pool_id}, for USDT; what the pool cannot pay now is queued.`,
};

/** An action of the lending contract but for withdrawals. */
export const describeLendingAction: ActionDescriber = ({ profile }, action) => {
  if (action.account !== profile.account('lending')) return undefined;
  for (const key of LENDING_ACTIONS) {
    const values = profile.readAction(key, action);
    if (values === undefined) continue;
    // A template may leave the account out: then it is who signs.
    const account = values['account'] ?? onlyActor(action);
    if (account === undefined && key !== 'process_queue') return undefined;
    const texts = Object.entries({ ...values, account }).map(([name, value]) => [
      name,
      name === 'quantity' ? loanAmount(profile, String(value)) : String(value),
    ]);
    return ACTION_SENTENCES[key](Object.fromEntries(texts) as Words);
  }
  return undefined;
};

/** A payment to the lending contract in the token that its memo is about. */
export const describeLendingPayment: ActionDescriber = ({ profile }, _action, transfer) => {
  if (transfer === undefined || transfer.to !== profile.account('lending')) return undefined;
  for (const key of LENDING_PAYMENTS) {
    const values = profile.readMemo(key, transfer.memo);
    if (values === undefined || !isOf(key, profile, transfer)) continue;
    const { pool_id: poolId } = values;
    if (poolId !== undefined && !POOL_ID.test(String(poolId))) continue;
    const quantity = movedAmount(profile, transfer);
    return PAYMENT_SENTENCES[key]({ from: transfer.from, quantity, pool_id: String(poolId) });
  }
  return undefined;
};

/** The pools of the lending contract are numbered from 0 to 6: a payment for another one is refused, or a gift. */
const POOL_ID = /^[0-6]$/;

/** Each pool has shares of its own; all of them are tokens of one contract. */
function isOf(
  key: LendingPayment,
  profile: ProfileWithoutTables,
  { contract, asset }: DecodedTransfer,
): boolean {
  if (key === 'redeem') return contract === profile.token('TPF').contract;
  return profile.tokenOf(contract, asset.symbol)?.apiSymbol === 'USDT';
}

/** An amount that is named, not moved: the contract lends one token. */
function loanAmount(profile: ProfileWithoutTables, text: string): string {
  const asset = parseAsset(text);
  const usdt = profile.token('USDT');
  return formatAsset(asset.symbol === usdt.symbol ? { ...asset, symbol: usdt.apiSymbol } : asset);
}
