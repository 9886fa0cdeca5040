import type { ChainInfo } from '@app/upstream';
import { transactionHeader } from './transaction-header';

const info: ChainInfo = {
  chainId: 'ab'.repeat(32),
  headBlockNum: 20,
  headBlockId: '14'.repeat(32),
  headBlockTimeMs: Date.UTC(2026, 10, 21, 12, 0, 0, 500),
  headBlockProducer: 'eosio',
  lastIrreversibleBlockNum: 0x12345,
  lastIrreversibleBlockId: `00012345${'00'.repeat(4)}78563412${'00'.repeat(20)}`,
  serverVersion: 'v5.0.3',
};

const none = () => 0;

describe('transaction headers', () => {
  it('the header of a proposal refers to a block that no fork can remove', () => {
    expect(transactionHeader(info, none)).toMatchObject({
      ref_block_num: 0x2345,
      ref_block_prefix: 0x12345678,
    });
  });

  it('the header of a proposal expires five minutes after the head of the chain, ten at most', () => {
    expect(transactionHeader(info, none).expiration).toBe('2026-11-21T12:05:00');
    expect(transactionHeader(info, none, 600).expiration).toBe('2026-11-21T12:10:00');
    for (const lifetime of [601, 0, -1, 1.5, NaN])
      expect(() => transactionHeader(info, none, lifetime)).toThrow(RangeError);
  });

  it('the header of a proposal is not like another one, by a net limit that limits nothing', () => {
    const words = (random: (below: number) => number) => transactionHeader(info, random).max_net_usage_words;
    // The largest block that chains are configured for has 2 MiB; above 2^32 / 8 words nodes refuse.
    expect(words(none) * 8).toBeGreaterThan(100 * 2 ** 20);
    expect(words((below) => below - 1)).toBeLessThan(2 ** 32 / 8);
    expect(words(() => 1)).toBe(words(none) + 1);
  });
});
