import { developmentProfileFile, readProfile } from '@app/networks';
import { vaultLimits, type VaultState } from './vault-limits';

const profile = readProfile(developmentProfileFile());
const ONE = 100_000_000n;
const state: VaultState = {
  collateral: ONE,
  debt: 0n,
  isTaken: false,
  price: 80_000n * ONE,
  minimumWithdrawal: 80_000n,
};
const limits = (change: Partial<VaultState>) => vaultLimits({ ...state, ...change }, profile);

describe('the limits of a vault', () => {
  it('the limits of a vault are below 70 % of its value, and all of it while there is no loan', () => {
    expect(limits({})).toEqual({
      borrowable: 56_000n * ONE - 1n,
      withdrawable: ONE,
      liquidationPrice: null,
    });
  });

  it('allow no other loan beside one, and leave the collateral that it needs', () => {
    expect(limits({ debt: 28_000n * ONE, isTaken: true })).toEqual({
      borrowable: 0n,
      withdrawable: ONE / 2n - 1n,
      liquidationPrice: 35_000n * ONE,
    });
  });

  it.each<[string, Partial<VaultState>, object]>([
    ['no price', { price: null }, { borrowable: null, withdrawable: ONE, liquidationPrice: null }],
    [
      'no price and a loan',
      { price: null, debt: 28_000n * ONE, isTaken: true },
      { borrowable: 0n, withdrawable: null, liquidationPrice: 35_000n * ONE },
    ],
    [
      'a debt that cannot be counted',
      { debt: undefined, isTaken: true },
      { borrowable: 0n, withdrawable: null, liquidationPrice: null },
    ],
    [
      'rows of the account that may be missing',
      { debt: undefined, isTaken: undefined },
      { borrowable: null, withdrawable: null, liquidationPrice: null },
    ],
    ['unknown fees', { minimumWithdrawal: null }, { withdrawable: null }],
    ['nothing in it', { collateral: 0n, price: null }, { borrowable: 0n, withdrawable: 0n }],
    ['less than the minimum loan', { collateral: 140_000n }, { borrowable: 0n, withdrawable: 140_000n }],
    ['less than the minimum withdrawal', { collateral: 79_999n }, { withdrawable: 0n }],
    ['a loan beyond its limit', { debt: 60_000n * ONE, isTaken: true }, { withdrawable: 0n }],
  ])('the limits of a vault with %s are null', (_, change, expected) => {
    expect(limits(change)).toMatchObject(expected);
  });
});
