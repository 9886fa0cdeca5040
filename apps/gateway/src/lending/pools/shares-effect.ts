import { formatAmount } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { RunEffects } from '../../composing/effects/run-effects';
import type { SharesEffectAnswer } from '../../composing/simulation.answer';

/**
 * Shares of a pool that an account gains in a dry run, or loses; undefined where that is not known. All shares are tokens
 * of one contract, and the run moves those of one pool for the account. Pure.
 */
export function sharesEffect(
  profile: ProfileWithoutTables,
  { movements }: Pick<RunEffects, 'movements'>,
  account: string,
  poolId: number,
): SharesEffectAnswer | undefined {
  const { contract } = profile.token('TPF');
  const own = (movements ?? []).filter(
    ({ token, from, to }) => token.contract === contract && (from === account || to === account),
  );
  const [first] = own;
  if (first === undefined || own.some(({ token }) => token.name !== first.token.name)) return undefined;
  const units = own.reduce((sum, one) => {
    const gained = one.to === account ? one.units : 0n;
    const lost = one.from === account ? one.units : 0n;
    return sum + gained - lost;
  }, 0n);
  return { pool_id: poolId, change: formatAmount(units, first.token.precision) };
}
