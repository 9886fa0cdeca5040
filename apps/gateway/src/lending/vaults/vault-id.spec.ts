import { isName } from '@app/antelope';
import { developmentProfileFile, readProfile } from '@app/networks';
import fc from 'fast-check';
import { vaultId } from './vault-id';

const profile = readProfile(developmentProfileFile());

describe('the generated part of a vault name', () => {
  it('the generated part of a vault name makes a name of the chain with the account of lending', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const id = vaultId((below) => (numbers.next().value as number) % below);
        expect(id).toMatch(/^[a-z1-5]{7}$/);
        expect(isName(profile.vaultName(id))).toBe(true);
      }),
    );
  });

  it('the generated part of a vault name can be every character there is', () => {
    const ids = Array.from({ length: 31 }, (_, index) => vaultId(() => index));
    expect(new Set(ids.join('')).size).toBe(31);
  });
});
