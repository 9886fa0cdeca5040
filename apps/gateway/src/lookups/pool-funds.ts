import { type Asset, parseAsset } from '@app/antelope';
import type { ProfileWithoutTables, Token } from '@app/networks';
import { type ChainClient, memoizeByObject, rowAmount, rowAsset } from '@app/upstream';
import { z } from 'zod';

/** The pool of the TPF shares, the default of the tools. Source: docs/reference/rules.md, lending. */
export const DEFAULT_POOL = 6;

/** Funds of a lending pool, in USDT units, and the shares of its lenders. */
export interface PoolFunds {
  readonly poolId: number;
  readonly available: bigint;
  readonly outstanding: bigint;
  /** Supply of its share token, where the contract says it. */
  readonly shares: Asset | undefined;
}

/** Members of a row of the table of pools that say what its lenders own. */
export const poolFundsMembers = (usdt: Token) => ({
  pool_id: z.int().min(0),
  available: rowAmount(usdt),
  outstanding_amount: rowAmount(usdt),
  shares: rowAsset.optional(),
});

type FundsMembers = z.output<z.ZodObject<ReturnType<typeof poolFundsMembers>>>;

export const poolFunds = ({ pool_id, available, outstanding_amount, shares }: FundsMembers): PoolFunds => ({
  poolId: pool_id,
  available,
  outstanding: outstanding_amount,
  shares,
});

/** A row of the table of pools, without what only borrowers need. */
export const poolFundsRow = memoizeByObject((usdt: Token) =>
  z.object(poolFundsMembers(usdt)).transform(poolFunds),
);

/**
 * Supply of a pool's share token. A contract that does not say it keeps that of the default pool in the token
 * itself; of any other pool not even the symbol is known then.
 */
export async function shareSupply(
  chain: Pick<ChainClient, 'currencyStats'>,
  profile: ProfileWithoutTables,
  { poolId, shares }: PoolFunds,
): Promise<Asset | undefined> {
  if (shares !== undefined || poolId !== DEFAULT_POOL) return shares;
  const { contract, symbol } = profile.token('TPF');
  const stats = await chain.currencyStats(contract, symbol);
  return stats === undefined ? undefined : parseAsset(stats.supply);
}

/** Symbol of a share token in answers. Shares of the other pools have no symbol of the API: theirs is the chain's. */
export function shareSymbol(profile: ProfileWithoutTables, chainSymbol: string): string {
  return profile.tokenOf(profile.token('TPF').contract, chainSymbol)?.apiSymbol ?? chainSymbol;
}
