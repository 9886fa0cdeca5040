import type { ProfileWithoutTables } from '@app/networks';
import type { TokenMovement } from '../composing/effects/token-movements';

/** USDT units of each payment of the lending contract to an account. */
export function usdtPaidTo(
  profile: ProfileWithoutTables,
  account: string,
  movements: readonly TokenMovement[],
): bigint[] {
  const { contract, apiSymbol } = profile.token('USDT');
  return movements
    .filter(
      ({ token, from, to }) =>
        token.contract === contract &&
        token.name === apiSymbol &&
        from === profile.account('lending') &&
        to === account,
    )
    .map(({ units }) => units);
}

/** Whether tokens went to the lending contract or came from it. */
export const touchesLending = (profile: ProfileWithoutTables, movements: readonly TokenMovement[]): boolean =>
  movements.some(({ from, to }) => [from, to].includes(profile.account('lending')));

/** Whether collateral of any vault moved. */
export function movesCollateral(profile: ProfileWithoutTables, movements: readonly TokenMovement[]): boolean {
  const { contract, apiSymbol } = profile.token('CBTC');
  return movements.some(({ token }) => token.contract === contract && token.name === apiSymbol);
}
