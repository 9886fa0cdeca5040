import { ReaderRightsError, requireReader } from './reader-rights';

const TRANSFER = 'GRANT SELECT ON history.transfer TO reader';
const RANGE = 'GRANT SELECT ON history.transfer_range TO reader';

describe('the rights of a user who reads by SQL', () => {
  it.each([
    ['both tables', [TRANSFER, RANGE], 'history'],
    [
      'both tables of a name in quotes',
      ['GRANT SELECT ON `my base`.transfer_range TO `a b`', 'GRANT SELECT ON `my base`.transfer TO `a b`'],
      'my base',
    ],
  ])('a user who may read %s is accepted', (_which, grants, database) => {
    expect(() => requireReader(grants, database)).not.toThrow();
  });

  it.each([
    ['all tables', 'GRANT SELECT ON history.* TO reader'],
    ['another table', 'GRANT SELECT ON history.action TO reader'],
    ['the table of another database', 'GRANT SELECT ON other.transfer TO reader'],
    ['a table whose name begins alike', 'GRANT SELECT ON history.transfer_stage TO reader'],
    ['tables whose names begin alike', 'GRANT SELECT ON history.transfer* TO reader'],
    ['more than reading', 'GRANT SELECT, INSERT ON history.transfer TO reader'],
    ['a source of data', 'GRANT READ ON URL TO reader'],
    ['a role', 'GRANT operator TO reader'],
    ['to pass its rights on', `${TRANSFER} WITH GRANT OPTION`],
  ])('a user who has the right of %s is refused', (_which, grant) => {
    expect(() => requireReader([TRANSFER, RANGE, grant], 'history')).toThrow(ReaderRightsError);
    expect(() => requireReader([TRANSFER, RANGE, grant], 'history')).toThrow(grant);
  });

  it.each([
    ['one table', [TRANSFER]],
    ['no table', []],
    ['some columns', ['GRANT SELECT(block) ON history.transfer TO reader', RANGE]],
  ])('a user who may read %s is refused, with the statements that give the rights', (_which, grants) => {
    expect(() => requireReader(grants, 'history')).toThrow(
      'GRANT SELECT ON history.transfer_range TO <user>;',
    );
  });
});
