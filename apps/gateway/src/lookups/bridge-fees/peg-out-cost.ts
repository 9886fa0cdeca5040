import type { PegOutFees } from '../../table-rows/fee-row';

/** Where an amount goes: `txFee + minerFee + net` is the amount. */
export interface PegOutCost {
  readonly txFee: bigint;
  readonly minerFee: bigint;
  /** The amount that arrives; zero or less when the fees exceed the amount. */
  readonly net: bigint;
}

/** The cost of sending an amount; the bridge's fee is rounded up. Source: docs/contracts/bridge.md. */
export function pegOutCost(
  { txFeeBps, txFeeMin, txFeeMax, minerFee }: PegOutFees,
  amount: bigint,
): PegOutCost {
  const part = (amount * txFeeBps + 9_999n) / 10_000n;
  const atLeast = part > txFeeMin ? part : txFeeMin;
  const txFee = atLeast < txFeeMax ? atLeast : txFeeMax;
  return { txFee, minerFee, net: amount - txFee - minerFee };
}
