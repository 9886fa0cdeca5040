import fc from 'fast-check';
import { parseMemo } from './memo';

describe('memos to the lending account', () => {
  it.each([
    ['lend:0', { kind: 'lend', poolId: 0 }],
    ['lend:6', { kind: 'lend', poolId: 6 }],
    ['redeem:6', { kind: 'redeem', poolId: 6 }],
    ['repay', { kind: 'repay' }],
    ['backstop', { kind: 'backstop' }],
  ])('the lending account reads the memo %s', (memo, request) => {
    expect(parseMemo(memo)).toEqual(request);
  });

  it.each([
    '',
    'lend',
    'lend:',
    'lend:7',
    'lend:06',
    'lend:6 ',
    ' lend:6',
    'Lend:6',
    'lend:6\n',
    'redeem',
    'redeem:-1',
    'repay:6',
    'repay ',
    'REPAY',
  ])('the lending account refuses the memo %j', (memo) => {
    expect(parseMemo(memo)).toBeUndefined();
  });

  it('the lending account knows sixteen memos and no other', () => {
    const known = [
      ...['lend', 'redeem'].flatMap((kind) => [...'0123456'].map((id) => `${kind}:${id}`)),
      'repay',
      'backstop',
    ];
    const near = fc
      .tuple(fc.constantFrom(...known), fc.string({ maxLength: 2 }))
      .map(([memo, more]) => memo + more);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), near),
        (memo) => (parseMemo(memo) !== undefined) === known.includes(memo),
      ),
    );
    expect(known.every((memo) => parseMemo(memo) !== undefined)).toBe(true);
  });
});
