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

/**
 * Whether the lending contract paid USDT for something else than a redemption: it burns the shares of each redemption that
 * it pays. Source: docs/contracts/loan.md, shares.
 */
export function paysBesideRedemptions(
  profile: ProfileWithoutTables,
  movements: readonly TokenMovement[],
): boolean {
  const lending = profile.account('lending');
  const [shares, usdt] = [profile.token('TPF'), profile.token('USDT')];
  const burned = movements.filter(
    ({ token, from, to }) => token.contract === shares.contract && from === lending && to === undefined,
  );
  const paid = movements.filter(
    ({ token, from, to }) =>
      token.contract === usdt.contract &&
      token.name === usdt.apiSymbol &&
      from === lending &&
      to !== undefined,
  );
  return paid.length > burned.length;
}

/** Whether tokens went to the lending contract or came from it. */
export const touchesLending = (profile: ProfileWithoutTables, movements: readonly TokenMovement[]): boolean =>
  movements.some(({ from, to }) => [from, to].includes(profile.account('lending')));

/** Whether collateral of any vault moved. */
export function movesCollateral(profile: ProfileWithoutTables, movements: readonly TokenMovement[]): boolean {
  const { contract, apiSymbol } = profile.token('CBTC');
  return movements.some(({ token }) => token.contract === contract && token.name === apiSymbol);
}
