import type { Asset } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check, fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { isSymbolOf, type Token } from '../../shared/tokens';
import { REFUSALS } from '../refusals';
import type { setfees } from '../signatures';
import { feesTable, type FeeRow } from '../tables';
import { areFeeTerms, type FeeTerms } from './peg-out-fee';

type Fees = ArgsOf<typeof setfees>;

/** Puts fees into force for all withdrawals from now on. */
export function setFees(context: ContractContext, token: Token, fees: Fees): void {
  context.requireAuth(context.receiver);
  const { tx_fee_min, tx_fee_max, miner_fee, minimum, review_from } = fees;
  const amounts: Asset[] = [tx_fee_min, tx_fee_max, miner_fee, minimum, review_from];
  check(
    amounts.every((amount) => isSymbolOf(token, amount)),
    REFUSALS.asset(token.symbol),
  );
  check(areFeeTerms(termsOf(fees)), REFUSALS.fees);
  const table = context.table(feesTable, context.receiver);
  table.emplace(context.receiver, {
    ...fees,
    fee_version: Number(table.nextKey()) || 1,
    valid_from: context.nowMs,
  });
}

/** The fees in force. */
export function feesInForce(context: ContractContext): FeeRow {
  for (const row of context.table(feesTable, context.receiver).rows({ reverse: true })) return row;
  return fail(REFUSALS.noFees);
}

export function termsOf(fees: Fees): FeeTerms {
  return {
    txFeeBps: fees.tx_fee_bps,
    txFeeMin: fees.tx_fee_min.units,
    txFeeMax: fees.tx_fee_max.units,
    minerFee: fees.miner_fee.units,
    minimum: fees.minimum.units,
  };
}
