import type { ContractContext } from '../../kernel/sdk/contract-context';
import { amountOf, type Token } from '../shared/tokens';
import { retire } from '../token/signatures';
import { announcePayment, bitcoinHeight, CONFIRMATIONS, simulatedTxid } from './bitcoin-chain';
import { creditPayments } from './peg-in';
import { endOldReviews, endPegOut } from './peg-out/peg-out';
import { requireRelayer } from './relayer';
import { type PegOutRow, pegOutsTable } from './tables';

/** Maximum number of withdrawals that one call of settle processes. */
export const MAX_WITHDRAWALS = 50;

/** Processes new Bitcoin blocks: credits payments, ends reviews, completes and sends withdrawals. */
export function settlePayments(context: ContractContext, token: Token): void {
  requireRelayer(context);
  creditPayments(context, token);
  endOldReviews(context, MAX_WITHDRAWALS);
  const height = bitcoinHeight(context);
  let left = MAX_WITHDRAWALS;
  for (const row of context.table(pegOutsTable, 'pending').rows()) {
    if (left-- === 0) return;
    if (row.txid === '') send(context, row, height);
    else if (height >= row.btc_height + CONFIRMATIONS) complete(context, token, row);
  }
}

function send(context: ContractContext, row: PegOutRow, height: number): void {
  const txid = simulatedTxid(`withdrawal ${String(row.id)} of ${context.receiver}`);
  context.table(pegOutsTable, 'pending').modify(row, { txid, btc_height: height, updated_at: context.nowMs });
  announcePayment(context, { txid, address: row.btc_address, units: row.net_amount.units });
}

/** Retires the tokens that were sent to Bitcoin. The bridge keeps its fee. */
function complete(context: ContractContext, token: Token, row: PegOutRow): void {
  context.table(pegOutsTable, 'pending').erase(row);
  endPegOut(context, 'completed', row);
  const sent = amountOf(token, row.net_amount.units + row.miner_fee.units);
  context.inline(token.contract, retire, { quantity: sent, memo: `withdrawal ${String(row.id)}` });
}
