import type { ProfileWithoutTables } from '@app/networks';
import { largestDebt, liquidationPrice, smallestCollateral } from '../loans/loan-limits';
import { minimumLoan } from '../loans/loan-to-value';

/** Position of an account at the lending contract, at one moment of the chain. */
export interface VaultState {
  /** CBTC units in the vault. */
  readonly collateral: bigint;
  /** USDT units that pay off its open loan: 0 without one, undefined when that cannot be counted. */
  readonly debt: bigint | undefined;
  /** True with an open loan or a queued request: the contract opens no other. Undefined when that is not known. */
  readonly isTaken: boolean | undefined;
  /** USD per BTC in units of PRICE_DECIMALS; null when there is none that may be used. */
  readonly price: bigint | null;
  /** The smallest amount that the vault bridge sends, in CBTC units; null when that is not known. */
  readonly minimumWithdrawal: bigint | null;
}

/** Maximum amounts that the contract accepts now, to the unit; null where unknown. */
export interface VaultLimits {
  readonly borrowable: bigint | null;
  readonly withdrawable: bigint | null;
  readonly liquidationPrice: bigint | null;
}

/** The limits of a vault: pure, of what was read. */
export function vaultLimits(state: VaultState, profile: ProfileWithoutTables): VaultLimits {
  const { debt, collateral } = state;
  return {
    borrowable: borrowable(state, profile),
    withdrawable: withdrawable(state, profile),
    liquidationPrice: debt === undefined ? null : (liquidationPrice({ debt, collateral }, profile) ?? null),
  };
}

function borrowable(
  { collateral, isTaken, price }: VaultState,
  profile: ProfileWithoutTables,
): bigint | null {
  if (isTaken === true || collateral === 0n) return 0n;
  if (isTaken === undefined || price === null) return null;
  const most = largestDebt({ collateral, price }, profile);
  return most < minimumLoan(price, profile) ? 0n : most;
}

function withdrawable(
  { collateral, debt, price, minimumWithdrawal }: VaultState,
  profile: ProfileWithoutTables,
): bigint | null {
  if (collateral === 0n) return 0n;
  if (minimumWithdrawal === null || debt === undefined) return null;
  const most = debt === 0n ? collateral : above(collateral, debt, price, profile);
  return most === null || most >= minimumWithdrawal ? most : 0n;
}

/** Collateral that a debt does not require. */
function above(
  collateral: bigint,
  debt: bigint,
  price: bigint | null,
  profile: ProfileWithoutTables,
): bigint | null {
  if (price === null) return null;
  const needed = smallestCollateral({ debt, price }, profile);
  return needed === undefined || needed > collateral ? 0n : collateral - needed;
}
