import { formatAsset } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check, fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { pruneHistory } from '../../shared/prune-history';
import { amountOf, isToken, type Token } from '../../shared/tokens';
import { transfer } from '../../token/signatures';
import { readAddress } from '../addresses/bitcoin-address';
import { nextId } from '../payment-ids';
import { REFUSALS } from '../refusals';
import { requireRelayer } from '../relayer';
import type { approve, cancel } from '../signatures';
import { type PegOutRow, pegOutsTable } from '../tables';
import { feesInForce, termsOf } from './fees';
import { pegOutCost } from './peg-out-fee';

/** Longest review of a withdrawal. */
const REVIEW_MS = 60_000;

/** Takes tokens that are to become bitcoin at the address in the memo. */
export function requestPegOut(
  context: ContractContext,
  token: Token,
  { from, to, quantity, memo }: ArgsOf<typeof transfer>,
): void {
  if (to !== context.receiver) return;
  check(isToken(token, context.firstReceiver, quantity), REFUSALS.token(token.symbol, token.contract));
  const address = readAddress(memo) ?? fail(REFUSALS.address);
  const fees = feesInForce(context);
  check(quantity.units >= fees.minimum.units, REFUSALS.belowMinimum(formatAsset(fees.minimum)));
  const isReviewed = quantity.units >= fees.review_from.units;
  const { txFee, minerFee, net } = pegOutCost(termsOf(fees), quantity.units);
  context.table(pegOutsTable, isReviewed ? 'review' : 'pending').emplace(context.receiver, {
    id: nextId(context, 'peg_outs'),
    account: from,
    btc_address: address,
    quantity,
    tx_fee: amountOf(token, txFee),
    miner_fee: amountOf(token, minerFee),
    net_amount: amountOf(token, net),
    fee_version: fees.fee_version,
    txid: '',
    btc_height: 0,
    requested_at: context.nowMs,
    updated_at: context.nowMs,
    reason: isReviewed ? `at or above ${formatAsset(fees.review_from)}` : '',
  });
}

/** Approves a withdrawal under review. */
export function approvePegOut(context: ContractContext, { id }: ArgsOf<typeof approve>): void {
  requireRelayer(context);
  endReview(context, context.table(pegOutsTable, 'review').get(id, REFUSALS.notInReview));
}

/** Approves overdue reviews: a development chain needs no reviewer. */
export function endOldReviews(context: ContractContext, limit: number): void {
  let left = limit;
  for (const row of context.table(pegOutsTable, 'review').rows()) {
    // Those behind came later.
    if (left-- === 0 || context.nowMs - row.requested_at < REVIEW_MS) return;
    endReview(context, row);
  }
}

function endReview(context: ContractContext, row: PegOutRow): void {
  context.table(pegOutsTable, 'review').erase(row);
  context
    .table(pegOutsTable, 'pending')
    .emplace(context.receiver, { ...row, reason: '', updated_at: context.nowMs });
}

/** Gives back in full what cannot be sent. */
export function cancelPegOut(
  context: ContractContext,
  token: Token,
  { id, reason }: ArgsOf<typeof cancel>,
): void {
  requireRelayer(context);
  const row = takeWaiting(context, id);
  check(row.txid === '', REFUSALS.isSent);
  context.inline(token.contract, transfer, {
    from: context.receiver,
    to: row.account,
    quantity: row.quantity,
    memo: `withdrawal ${String(id)} canceled`,
  });
  endPegOut(context, 'canceled', { ...row, reason });
}

/** Puts a withdrawal that is over into history. */
export function endPegOut(context: ContractContext, scope: 'completed' | 'canceled', row: PegOutRow): void {
  const history = context.table(pegOutsTable, scope);
  pruneHistory(history, row.id, context.nowMs, (ended) => ended.updated_at);
  history.emplace(context.receiver, { ...row, updated_at: context.nowMs });
}

function takeWaiting(context: ContractContext, id: bigint): PegOutRow {
  for (const scope of ['review', 'pending']) {
    const table = context.table(pegOutsTable, scope);
    const row = table.find(id);
    if (row === undefined) continue;
    table.erase(row);
    return row;
  }
  return fail(REFUSALS.noPegOut);
}
