import { type Asset, parseAsset } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { ChainClient } from '@app/upstream';
import type { Pool } from './pool';

/** The pool of the TPF shares, the default of the tools. Source: docs/reference/rules.md, lending. */
export const DEFAULT_POOL = 6;

/**
 * Supply of a pool's share token. A contract that does not say it keeps that of the default pool in the token
 * itself; of any other pool not even the symbol is known then.
 */
export async function shareSupply(
  chain: Pick<ChainClient, 'currencyStats'>,
  profile: ProfileWithoutTables,
  { poolId, shares }: Pick<Pool, 'poolId' | 'shares'>,
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
