import { developmentProfileFile, type Networks, readProfile } from '@app/networks';
import { ManualClock } from '@app/operations';
import type { Chains } from '@app/upstream';
import { OraclePrices, UnknownFeedError } from './oracle-prices';

const HEAD_MS = Date.UTC(2026, 2, 1, 12);
const BTC_USD = {
  pair: 'btcusd',
  price: '80000.00000000',
  updated_at: '2026-03-01T11:59:30',
  feeders: ['feeder1'],
};
/** A feed the service knows nothing of, written otherwise. */
const FOREIGN = { pair: 'goldusd', rate: 2_000 };

/** Prices of a chain whose table of prices has these rows. */
function pricesOf(rows: readonly object[]): OraclePrices {
  const networks = { of: () => ({ profile: readProfile(developmentProfileFile()) }) };
  const chain = {
    info: () => Promise.resolve({ headBlockTimeMs: HEAD_MS }),
    tableRows: () => Promise.resolve({ rows, more: false, nextKey: '', bytes: 1 }),
  };
  return new OraclePrices(
    networks as unknown as Networks,
    { of: () => chain } as unknown as Chains,
    new ManualClock(HEAD_MS + 100),
  );
}

describe('the prices of the oracle', () => {
  it('are found by their feed, whatever else the table has', async () => {
    expect(await pricesOf([FOREIGN, BTC_USD]).of('mainnet')).toMatchObject({
      pair: 'btcusd',
      units: 8_000_000_000_000n,
      ageSeconds: 30,
      isStale: false,
    });
  });

  it('are unknown before the first round', async () => {
    await expect(pricesOf([]).of('mainnet')).rejects.toThrow(
      new UnknownFeedError('btcusd', 'mainnet').message,
    );
    await expect(pricesOf([BTC_USD]).of('testnet', 'ethusd')).rejects.toThrow(
      'the oracle has no price of ethusd on testnet',
    );
  });

  it('in a row that cannot be read are an error', async () => {
    await expect(pricesOf([FOREIGN]).of('mainnet', 'goldusd')).rejects.toThrow('table aggfeeds of oracle');
  });
});
