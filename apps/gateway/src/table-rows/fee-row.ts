import type { Token } from '@app/networks';
import { memoizeByObject, rowAmount } from '@app/upstream';
import { z } from 'zod';

/** Fees of the BTC bridge for withdrawals to Bitcoin, in BTC units. Source: the bridge's fee table. */
export interface PegOutFees {
  /** Fee of the bridge: basis points of the amount, between a minimum and a maximum. */
  readonly txFeeBps: bigint;
  readonly txFeeMin: bigint;
  readonly txFeeMax: bigint;
  /** Cost of the Bitcoin transaction. */
  readonly minerFee: bigint;
  /** The smallest amount that can be sent. */
  readonly minimum: bigint;
  /** Amounts of at least this are reviewed before they are sent; undefined without a review. */
  readonly reviewFrom: bigint | undefined;
}

/** A row of the bridge's fee table. */
export const feeRow = memoizeByObject((btc: Token) =>
  z
    .object({
      tx_fee_bps: z.int().min(0).max(10_000),
      tx_fee_min: rowAmount(btc),
      tx_fee_max: rowAmount(btc),
      miner_fee: rowAmount(btc),
      minimum: rowAmount(btc),
      review_from: rowAmount(btc).optional(),
    })
    .transform((row): PegOutFees => ({
      txFeeBps: BigInt(row.tx_fee_bps),
      txFeeMin: row.tx_fee_min,
      txFeeMax: row.tx_fee_max,
      minerFee: row.miner_fee,
      minimum: row.minimum,
      reviewFrom: row.review_from,
    })),
);
