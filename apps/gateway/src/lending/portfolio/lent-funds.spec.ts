import { parseAsset } from '@app/antelope';
import { unmatchedShares } from './lent-funds';

describe('shares of no known pool', () => {
  const held = ['5.0000 TPE', '0.0000 TPD', '1.0000 TPF'].map(parseAsset);

  it('shares that no pool with a known supply has are named, those of a pool whose symbol is unknown among them', () => {
    const supplies = [parseAsset('9.0000 TPF'), undefined];
    expect(unmatchedShares(held, supplies)).toEqual(['TPE']);
    expect(unmatchedShares(held, [...supplies, parseAsset('7.0000 TPE')])).toEqual([]);
    expect(unmatchedShares(held, [])).toEqual(['TPE', 'TPF']);
  });
});
