import type { Json } from '@app/antelope';
import { developmentProfileFile, readProfile } from '@app/networks';
import type { EvidenceChain } from './finding';
import { priceIndexFindings } from './price-index';

const profile = readProfile(developmentProfileFile());
const pair = profile.pair('btcusdt')!;

const sell = (identifier: number, price: string): Json => ({
  ...{ identifier, account: 'maker', type: 'sell', price },
  baseAsset: `1.00000000 ${pair.base.symbol}`,
  quoteAsset: `1.00000000 ${pair.quote.symbol}`,
});

/** A book whose index begins at a price of 100, while a read of the whole table gives what `best` says as well. */
const chainWith = (best: (read: number) => Json): EvidenceChain => {
  let reads = 0;
  const sells = profile.priceIndex()?.sell.lowerBound;
  return {
    tableRows: ({ scope, index_position, lower_bound }) => {
      const rows = (): Json[] => {
        if (scope !== pair.chainName) return [];
        if (index_position === undefined) return [best((reads += 1)), sell(1, '100.00000000')];
        return lower_bound === sells ? [sell(1, '100.00000000')] : [];
      };
      return Promise.resolve({ rows: rows(), more: false, nextKey: '', bytes: 0 });
    },
    tableByScope: () => Promise.resolve({ rows: [], more: '' }),
  };
};

describe('priceIndexFindings', () => {
  it('priceIndexFindings takes no order that is replaced between two reads as evidence, however often', async () => {
    const chain = chainWith((read) => sell(1 + read, '99.00000000'));
    expect(await priceIndexFindings(chain, profile)).toEqual([]);
  });

  it('priceIndexFindings names an index that leaves out an order which stays in the book', async () => {
    const chain = chainWith(() => sell(2, '99.00000000'));
    expect(await priceIndexFindings(chain, profile)).toEqual([
      ['tables.orders', 'price_index.sells does not begin with the best price'],
    ]);
  });
});
