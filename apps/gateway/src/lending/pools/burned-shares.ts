import type { ProfileWithoutTables } from '@app/networks';
import type { TokenMovement } from '../../composing/effects/token-movements';

/** Units of a share token that a dry run burns: those of paid redemptions. Pure. */
export function burnedShares(
  profile: ProfileWithoutTables,
  symbol: string,
  movements: readonly TokenMovement[],
): bigint {
  const { contract } = profile.token('TPF');
  const name = profile.tokenOf(contract, symbol)?.apiSymbol ?? symbol;
  return movements
    .filter(({ token, to }) => token.contract === contract && token.name === name && to === undefined)
    .reduce((sum, { units }) => sum + units, 0n);
}
