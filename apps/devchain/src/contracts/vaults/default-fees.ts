import type { ArgsOf } from '../../kernel/sdk/action-signature';
import type { setfees } from '../bridge/signatures';
import { amountOf, CBTC } from '../shared/tokens';

const cbtc = (units: bigint) => amountOf(CBTC, units);

/** Fees of the vault bridge: 50 bps, at most 0.005 CBTC, from 0.0008 CBTC on. Source: docs/reference/rules.md, lending. */
export const CBTC_FEES: ArgsOf<typeof setfees> = {
  tx_fee_bps: 50,
  tx_fee_min: cbtc(0n),
  tx_fee_max: cbtc(500_000n),
  miner_fee: cbtc(0n),
  minimum: cbtc(80_000n),
  review_from: cbtc(100_000_000n),
};
