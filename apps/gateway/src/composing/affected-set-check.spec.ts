import type { AffectedSetState } from '@app/proposals';
import { affectedSetCheck } from './affected-set-check';

const GOOD: AffectedSetState = { size: 3, malformed: 0, ageSeconds: 7, clears: true, problem: null };
const NONE = { size: 0, ageSeconds: null, clears: false };

describe('affectedSetCheck', () => {
  it.each<[Partial<AffectedSetState>, boolean, string]>([
    [{}, true, '3 entries, 7 s old'],
    [{ malformed: 2 }, false, '3 entries, 7 s old; 2 malformed entries are skipped'],
    [{ problem: 'it is empty' }, false, 'it is empty; last good copy: 3 entries, 7 s old'],
    [{ ageSeconds: 901, clears: false }, false, '3 entries, 901 s old; accounts are unchecked'],
    [{ ...NONE, problem: 'down' }, false, 'down; last good copy: no copy; accounts are unchecked'],
    [NONE, false, 'no copy; accounts are unchecked'],
  ])('affectedSetCheck reports %j as ok=%s, %s', (state, ok, detail) => {
    expect(affectedSetCheck({ ...GOOD, ...state })).toEqual({ ok, detail, weight: 'advisory' });
  });
});
