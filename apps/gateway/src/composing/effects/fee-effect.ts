import { formatAmount } from '@app/antelope';
import type { Token } from '@app/networks';
import { pegOutCost } from '../../lookups/bridge-fees/peg-out-cost';
import type { PegOutFees } from '../../table-rows/fee-row';
import type { FeeEffectAnswer } from '../simulation.answer';

/** The fee of a bridge for an amount, by the table in force; undefined where nothing would arrive. Pure. */
export function feeEffect(fees: PegOutFees, amount: bigint, token: Token): FeeEffectAnswer | undefined {
  const { net } = pegOutCost(fees, amount);
  if (net <= 0n) return undefined;
  return {
    token: token.apiSymbol,
    amount: formatAmount(amount - net, token.precision),
    arrives: formatAmount(net, token.precision),
  };
}
