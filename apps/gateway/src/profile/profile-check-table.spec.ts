import { profileCheckTable } from './profile-check-table';

it('the comparison of a profile is one line per entry, with the reason where it does not match', () => {
  const rows = [
    { entry: 'tokens.BTC', ok: true, reason: '' },
    { entry: 'actions.borrow', ok: false, reason: 'account loan does not exist' },
  ];
  expect(profileCheckTable(rows)).toBe(
    '  tokens.BTC      ok\n  actions.borrow  MISMATCH  account loan does not exist\n',
  );
});
