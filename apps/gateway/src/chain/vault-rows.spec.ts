import { vaultOf } from './vaults';

describe("an account's vault", () => {
  it('is the one in its own row', () => {
    expect(vaultOf([{ owner: 'alice', vault: '2kcv5ga.loan' }], 'alice')).toBe('2kcv5ga.loan');
  });

  it.each([
    ['no row', []],
    ["somebody else's row", [{ owner: 'bob', vault: '2kcv5ga.loan' }]],
    ['a row without a vault', [{ owner: 'alice', vault: '' }]],
    ['rows of another shape', [null, 'x', [], { owner: 'alice', vault: 7 }]],
  ])('is none with %s', (_, rows) => {
    expect(vaultOf(rows, 'alice')).toBeNull();
  });
});
