/** Fee terms of a bridge for peg-outs. Amounts in units of the bridged token. */
export interface FeeTerms {
  /** The bridge's own fee: a part of the amount in basis points, within bounds. */
  readonly txFeeBps: number;
  readonly txFeeMin: bigint;
  readonly txFeeMax: bigint;
  /** Fee of the Bitcoin transaction. */
  readonly minerFee: bigint;
  /** The smallest amount that can be sent. */
  readonly minimum: bigint;
}

/** Where an amount goes: `txFee + minerFee + net` is the amount. */
export interface PegOutCost {
  readonly txFee: bigint;
  readonly minerFee: bigint;
  readonly net: bigint;
}

/** The cost of sending an amount; the fee is rounded up. */
export function pegOutCost({ txFeeBps, txFeeMin, txFeeMax, minerFee }: FeeTerms, amount: bigint): PegOutCost {
  const part = (amount * BigInt(txFeeBps) + 9_999n) / 10_000n;
  const atLeast = part > txFeeMin ? part : txFeeMin;
  const txFee = atLeast < txFeeMax ? atLeast : txFeeMax;
  return { txFee, minerFee, net: amount - txFee - minerFee };
}

/** True when something is left of every amount that may be sent. */
export function areFeeTerms(terms: FeeTerms): boolean {
  const { txFeeBps, txFeeMin, txFeeMax, minerFee, minimum } = terms;
  return (
    txFeeBps >= 0 &&
    txFeeBps < 10_000 &&
    txFeeMin >= 0n &&
    txFeeMin <= txFeeMax &&
    minerFee >= 0n &&
    pegOutCost(terms, minimum).net > 0n
  );
}
