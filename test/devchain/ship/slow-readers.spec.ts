import { createHash } from 'node:crypto';
import { serializeAbi } from '@app/antelope';
import type { GetBlocksResult } from '@app/ship';
import { ABI } from '@wharfkit/antelope';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessClient } from '../../../apps/devchain/src/client/in-process-client';
import { setabi } from '../../../apps/devchain/src/kernel/sdk/native-actions';
import { longOr } from '../../harness/long';
import { HistoryChain } from '../../harness/ship/history-chain';

const BLOCKS = longOr(40, 24);

const MARK = 'of_block_000';
/** About 200 kB. */
const MARKED_ABI = Buffer.from(
  serializeAbi(
    ABI.from({
      version: 'eosio::abi/1.1',
      structs: Array.from({ length: 4000 }, (_, at) => ({
        name: `struct_${MARK}_number_${String(at)}`,
        base: '',
        fields: [{ name: 'member', type: 'uint64' }],
      })),
    }),
  ),
).toString('latin1');

/** Other bytes for each block. */
const largeAbi = (block: number): Uint8Array =>
  Buffer.from(MARKED_ABI.replaceAll(MARK, `of_block_${String(block).padStart(3, '0')}`), 'latin1');

/** Makes a block of about 600 kB of history. */
async function produceLarge(chain: HistoryChain, block: number): Promise<void> {
  const client = new InProcessClient(chain.chain, { seed: 'test', accounts: ['alice'] });
  const action = actionOf('eosio', setabi, { account: 'alice', abi: largeAbi(block) }, 'alice');
  client.push([action], { header: { max_net_usage_words: 0 } });
  await chain.produce();
}

/** Of the block and its history; the whole results are too large to print. */
const digestOf = ({ thisBlock, block, traces, deltas }: GetBlocksResult): string =>
  [thisBlock!.blockId, block, traces, deltas]
    .map((bytes) =>
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    )
    .join();

describe('readers that do not read', () => {
  it('readers that do not read delay neither the chain nor other readers, and get every block later', async () => {
    const chain = await HistoryChain.start();
    const first = chain.chain.head().num;
    const slow = await chain.reader();
    slow.request({ startBlockNum: first });
    slow.socket.pause();
    for (let block = 0; block < BLOCKS; block++) {
      await produceLarge(chain, block);
    }
    const other = await chain.reader();
    other.request({ startBlockNum: first });
    const last = chain.chain.head().num;
    const all = await other.take(last - first + 1);
    slow.socket.resume();
    const late = await slow.take(last - first + 1);
    expect(late.map(digestOf)).toEqual(all.map(digestOf));
    expect(all.map(({ thisBlock }) => thisBlock!.blockNum)).toEqual(
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    );
    await chain.close();
  });

  it('readers that do not read are disconnected when the chain ends', async () => {
    const chain = await HistoryChain.start();
    const slow = await chain.reader();
    slow.request({ startBlockNum: 1 });
    slow.socket.pause();
    await chain.close();
    slow.socket.resume();
    await slow.closed();
  });
});

describe('a history that is longer than its memory', () => {
  it('state history starts a reader of dropped blocks at the first one that is left, as Leap does', async () => {
    const chain = await HistoryChain.start({ maxHistoryBytes: 1 });
    for (let block = 0; block < 3; block++) {
      await produceLarge(chain, block);
    }
    await chain.produce();
    const reader = await chain.reader();
    const { chainStateBeginBlock, traceBeginBlock } = await reader.status();
    expect(chainStateBeginBlock).toBeGreaterThan(2);
    // The first block that is left has the whole state, and no traces.
    expect(traceBeginBlock).toBe(chainStateBeginBlock + 1);
    reader.request({ startBlockNum: 1 });
    const { thisBlock, prevBlock } = await reader.next();
    expect(thisBlock!.blockNum).toBe(chainStateBeginBlock);
    expect(Buffer.from(prevBlock!.blockId).toString('hex')).toBe(
      chain.chain.block(chainStateBeginBlock - 1)!.id,
    );
    await reader.close();
    await chain.close();
  });
});
