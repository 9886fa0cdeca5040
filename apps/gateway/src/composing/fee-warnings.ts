import type { Token } from '@app/networks';
import { displayAmount } from '../formatting/token-amount';
import { pegOutCost } from '../lookups/bridge-fees/peg-out-cost';
import type { PegOutFees } from '../table-rows/fee-row';
import type { Warning } from './warnings';

/** Part of the amount above which fees are worth a warning, in basis points. */
const LARGE_BPS = 200n;

/** The warning about a bridge that takes a large part of the amount. Pure. */
export function feeWarnings(fees: PegOutFees, amount: bigint, token: Token): Warning[] {
  const { net } = pegOutCost(fees, amount);
  const fee = amount - net;
  if (fee * 10_000n <= amount * LARGE_BPS) return [];
  const hundredths = (fee * 10_000n) / amount;
  const percent = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')} %`;
  const message = `the bridge takes ${displayAmount(fee, token)}, ${percent} of ${displayAmount(amount, token)}`;
  return [{ code: 'large_fee', message }];
}
