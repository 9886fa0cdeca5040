import { AbiCache } from '../../../apps/history/src/decoding/abi-cache';
import { Decoder } from '../../../apps/history/src/decoding/decoder';
import { SharedBlocks } from '../../../apps/history/src/stream/shared-blocks';
import { actionRequest, deltaRequest } from '../../../apps/history/src/stream/stream-request';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';

const MEMO = 'm'.repeat(100 * 1024);
/** More than a page has. */
const BUSY = 20;
/** More than 4 MiB. */
const TOO_BUSY = 45;

/** New blocks of a store with one block of so many large transfers, and as many large rows. */
async function blockOf(count: number) {
  const made = new SampleBlocks();
  const entries = Array.from({ length: count }, (_entry, index) => index);
  const row = { code: name('sys.token'), table: name('none'), scope: name('bob'), payer: name('bob') };
  const block = made.next(
    entries.map(() => [transferAction('alice', 'bob', '1.0000 SYS', { memo: MEMO })]),
    {
      abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }],
      deltas: entries.map((key) => ({
        ...{ ...row, primaryKey: BigInt(key), present: true, value: Buffer.from(MEMO) },
      })),
    },
  );
  const history = new MemoryHistory();
  await history.open(new Uint8Array(32));
  await history.append([block], 0);
  const reader = new MemoryReader(history);
  const reads = [jest.spyOn(reader, 'actions'), jest.spyOn(reader, 'deltas')];
  const status = await reader.status();
  const shared = new SharedBlocks(reader, new Decoder(new AbiCache(reader)));
  return {
    /** The entries that each of two streams finds, of all actions and of all rows. */
    found: async () => {
      const searches = [actionRequest({}, status), deltaRequest({}, status)].map(({ search }) => search);
      const found = [];
      for (const search of [...searches, ...searches])
        found.push((await shared.matching(search, block.block.num))?.length);
      return found;
    },
    reads: () => reads.map(({ mock }) => mock.calls.length),
  };
}

describe('new blocks of streams', () => {
  it('a block with more bytes than a page is read once for all streams', async () => {
    const block = await blockOf(BUSY);
    expect(await block.found()).toEqual([BUSY, BUSY, BUSY, BUSY]);
    expect(block.reads()).toEqual([1, 1]);
  });

  it('a block with more than 4 MiB is left to the search of each stream, and is looked at once', async () => {
    const block = await blockOf(TOO_BUSY);
    expect(await block.found()).toEqual([undefined, undefined, undefined, undefined]);
    expect(block.reads()).toEqual([1, 1]);
  });
});
