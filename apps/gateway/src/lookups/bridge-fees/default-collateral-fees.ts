import { parseAmount } from '@app/antelope';
import type { Token } from '@app/networks';
import type { PegOutFees } from '../../table-rows/fee-row';

/**
 * Fees of the vault bridge where the profile names no table of them: 50 bps, at most 0.005 CBTC, from 0.0008 CBTC on.
 * Source: docs/reference/rules.md, lending.
 */
export function defaultCollateralFees(cbtc: Token): PegOutFees {
  return {
    txFeeBps: 50n,
    txFeeMin: 0n,
    txFeeMax: parseAmount('0.005', cbtc),
    minerFee: 0n,
    minimum: parseAmount('0.0008', cbtc),
    reviewFrom: undefined,
  };
}
