import { isVaultName } from './vault-name';

describe('the name of a vault', () => {
  it.each(['2kcv5ga.loan', 'aaaaaaa.loan', '1234512.loan'])('the name of a vault may be %s', (name) => {
    expect(isVaultName(name, 'loan')).toBe(true);
  });

  it.each([
    '2kcv5g.loan',
    '2kcv5gaa.loan',
    '2kcv5g6.loan',
    '2kcv.ga.loan',
    '2kcv5ga.lend',
    '2kcv5ga',
    '.loan',
    'A234512.loan',
    '',
  ])('the name of a vault is not %j', (name) => {
    expect(isVaultName(name, 'loan')).toBe(false);
  });
});
