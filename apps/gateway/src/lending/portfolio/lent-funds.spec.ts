import { parseAsset } from '@app/antelope';
import type { Pool } from '../../lookups/pools/pool';
import type { RedemptionRow } from '../pools/redemption-rows';
import { lentFunds, unmatchedShares } from './lent-funds';

const none = { symbol: 'TPF', units: 0n };

describe('shares of no known pool', () => {
  const held = ['5.0000 TPE', '0.0000 TPD', '1.0000 TPF'].map(parseAsset);

  it('shares that no pool with a known supply has are named, those of a pool whose symbol is unknown among them', () => {
    const supplies = [parseAsset('9.0000 TPF'), undefined];
    const own = { held, inOrders: none };
    expect(unmatchedShares(own, supplies)).toEqual(['TPE']);
    expect(unmatchedShares(own, [...supplies, parseAsset('7.0000 TPE')])).toEqual([]);
    expect(unmatchedShares(own, [])).toEqual(['TPE', 'TPF']);
  });

  it('shares of no known pool that only open orders have are named once', () => {
    const inOrders = { symbol: 'TPF', units: 3n };
    expect(unmatchedShares({ held: [], inOrders }, [])).toEqual(['TPF']);
    expect(unmatchedShares({ held, inOrders }, [])).toEqual(['TPE', 'TPF']);
    expect(unmatchedShares({ held: [], inOrders: { ...inOrders, units: null } }, [])).toEqual([]);
  });
});

describe('shares of a pool', () => {
  const supply = parseAsset('1000.0000 TPF');
  const pool: Pool = { poolId: 6, available: 1500n, outstanding: 500n, shares: supply, debts: undefined };
  const redemption = { pool_id: 6, quantity: parseAsset('0.0005 TPF') } as RedemptionRow;

  it('the value of shares is that of all that are held, locked in open orders and queued', () => {
    const own = { held: [parseAsset('0.1000 TPF')], inOrders: { symbol: 'TPF', units: 20_000n } };
    expect(lentFunds({ ...pool, available: 19_999_500n }, supply, own, [redemption])).toMatchObject({
      ...{ held: 1000n, locked: 20_000n, queued: 5n },
      // Two units for each of 10,000,000.
      value: 2n * (1000n + 20_000n + 5n),
    });
  });

  it('locked shares of another symbol are none of the pool, and a book that was not read whole leaves them out', () => {
    const inOrders = { symbol: 'TPE', units: 7n };
    expect(lentFunds(pool, supply, { held: [], inOrders }, [])).toMatchObject({ locked: 0n, value: 0n });
    const unread = { held: [], inOrders: { symbol: 'TPF', units: null } };
    expect(lentFunds(pool, supply, unread, [])).toMatchObject({ locked: null, value: 0n });
  });
});
