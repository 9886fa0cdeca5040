import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check, fail } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { pruneHistory } from '../shared/prune-history';
import { remainingSupply } from '../shared/remaining-supply';
import { amountOf, BTC, isSymbolOf, type Token } from '../shared/tokens';
import { issue, transfer } from '../token/signatures';
import { accountOf } from './addresses/addresses';
import { bitcoinHeight, CONFIRMATIONS } from './bitcoin-chain';
import { nextId } from './payment-ids';
import { REFUSALS } from './refusals';
import { requireRelayer } from './relayer';
import type { receive } from './signatures';
import { paymentKey, type PegInRow, pegInsTable } from './tables';

/** Payments one call of settle credits at most. */
export const MAX_CREDITS = 50;

/** Writes down a payment from Bitcoin, which counts for nothing yet. */
export function receivePayment(
  context: ContractContext,
  token: Token,
  { txid, btc_address: address, quantity }: ArgsOf<typeof receive>,
): void {
  requireRelayer(context);
  check(isSymbolOf(BTC, quantity), REFUSALS.asset(BTC.symbol));
  check(quantity.units > 0n, REFUSALS.notPositive);
  const payment = paymentKey({ txid, btc_address: address });
  for (const scope of ['pending', 'confirmed'])
    check(context.table(pegInsTable, scope).findBy('payment', payment) === undefined, REFUSALS.knownPayment);
  context.table(pegInsTable, 'pending').emplace(context.receiver, {
    id: nextId(context, 'peg_ins'),
    account: accountOf(context, context.receiver, address) ?? fail(REFUSALS.unknownAddress),
    btc_address: address,
    quantity: amountOf(token, quantity.units),
    txid,
    btc_height: bitcoinHeight(context),
    seen_at: context.nowMs,
    confirmed_at: 0,
  });
}

/**
 * Makes tokens for the payments that have their confirmations, in the order they came. One that is more than there can
 * be of the token waits until enough of it is retired, and does not delay the others.
 */
export function creditPayments(context: ContractContext, token: Token): void {
  const height = bitcoinHeight(context);
  let room = remainingSupply(context, token);
  let left = MAX_CREDITS;
  for (const row of context.table(pegInsTable, 'pending').rows()) {
    // Those behind were seen at the same height or later.
    if (left === 0 || height < row.btc_height + CONFIRMATIONS) return;
    if (row.quantity.units > room) continue;
    creditPayment(context, token, row);
    room -= row.quantity.units;
    left--;
  }
}

function creditPayment(context: ContractContext, token: Token, row: PegInRow): void {
  const { receiver, nowMs } = context;
  const { account, quantity, id } = row;
  const history = context.table(pegInsTable, 'confirmed');
  const memo = `peg-in ${row.txid}`;
  context.table(pegInsTable, 'pending').erase(row);
  pruneHistory(history, id, nowMs, (credited) => credited.confirmed_at);
  history.emplace(receiver, { ...row, confirmed_at: nowMs });
  context.inline(token.contract, issue, { to: receiver, quantity, memo });
  context.inline(token.contract, transfer, { from: receiver, to: account, quantity, memo });
}
