const POOL_MEMO = /^(lend|redeem):([0-6])$/;

/** Instruction in the memo of a transfer to the lending account. */
export type Request =
  { readonly kind: 'lend' | 'redeem'; readonly poolId: number } | { readonly kind: 'repay' | 'backstop' };

/** Reads `lend:<pool>`, `redeem:<pool>`, `repay` and `backstop`, in exactly this form; undefined for any other text. */
export function parseMemo(memo: string): Request | undefined {
  if (memo === 'repay' || memo === 'backstop') return { kind: memo };
  const [, kind, poolId] = POOL_MEMO.exec(memo) ?? [];
  if (kind !== 'lend' && kind !== 'redeem') return undefined;
  return { kind, poolId: Number(poolId) };
}
