import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { amountOf, BTC } from '../../shared/tokens';
import type { setfees } from '../signatures';

const btc = (units: bigint) => amountOf(BTC, units);

/** Fees the BTC bridge begins with: 0.1 %, from 0.00001 to 0.01, and 0.00002 for the miners. */
export const BTC_FEES: ArgsOf<typeof setfees> = {
  tx_fee_bps: 10,
  tx_fee_min: btc(1_000n),
  tx_fee_max: btc(1_000_000n),
  miner_fee: btc(2_000n),
  minimum: btc(10_000n),
  review_from: btc(100_000_000n),
};
