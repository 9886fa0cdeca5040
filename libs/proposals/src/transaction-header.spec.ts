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

describe('the header of a proposal', () => {
  it('refers to a block that no fork can take away', () => {
    expect(transactionHeader(info)).toMatchObject({ ref_block_num: 0x2345, ref_block_prefix: 0x12345678 });
  });

  it("expires five minutes after the chain's head, ten at most", () => {
    expect(transactionHeader(info).expiration).toBe('2026-11-21T12:05:00');
    expect(transactionHeader(info, 600).expiration).toBe('2026-11-21T12:10:00');
    for (const lifetime of [601, 0, -1, 1.5, NaN])
      expect(() => transactionHeader(info, lifetime)).toThrow(RangeError);
  });
});
