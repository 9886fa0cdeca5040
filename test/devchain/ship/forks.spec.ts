import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesToHex } from '@app/antelope';
import { decodeBlock, type DecodedBlock } from '@app/ship';
import { HistoryChain } from '../../harness/ship/history-chain';
import { ReplayedState } from '../../harness/ship/replayed-state';
import type { ShipReader } from '../../harness/ship/ship-reader';

describe('state history of a chain that is set back', () => {
  let chain: HistoryChain;
  let reader: ShipReader;
  beforeEach(async () => {
    chain = await HistoryChain.start({}, { simulation: true });
    await chain.produce(20);
    reader = await chain.reader();
  });
  afterEach(async () => {
    await reader.close();
    await chain.close();
  });

  const head = () => chain.chain.head();
  const snapshot = async (name: string) => {
    await chain.admin.mustSend('snapshot', { name });
    return head().num;
  };
  const restore = (name: string, rewindTime = false) =>
    chain.admin.mustSend('restore', { name, rewind_time: rewindTime });
  const follow = async (from = 1) => {
    reader.request({ startBlockNum: from });
    return reader.blocksTo(head().num);
  };
  /** The blocks of the chain as a new reader gets them. */
  const allBlocks = async (): Promise<DecodedBlock[]> => {
    const other = await chain.reader();
    other.request({});
    const blocks = await other.blocksTo(head().num);
    await other.close();
    return blocks;
  };
  const stateOf = (blocks: readonly DecodedBlock[]) => {
    const state = new ReplayedState();
    for (const { deltas } of blocks) state.apply(deltas);
    return state.content();
  };
  const continues = (blocks: readonly DecodedBlock[]): boolean =>
    blocks.every(({ prevBlock }, at) => {
      const before = blocks[at - 1];
      return before === undefined || bytesToHex(prevBlock!.blockId) === bytesToHex(before.thisBlock.blockId);
    });

  it.each([false, true])(
    'state history sends the blocks after a restored snapshot as a fork, with rewind_time=%s',
    async (rewindTime) => {
      const start = await snapshot('one');
      await chain.produce(15);
      await follow();
      await restore('one', rewindTime);
      // Other transactions than before: with the same ones, the same blocks would follow.
      await chain.admin.mustSend('create-account', { name: 'grace' });
      await chain.produce(5);
      const [first] = await reader.blocksTo(head().num);
      expect(first!.thisBlock.blockNum).toBe(start + 1);
      expect(bytesToHex(first!.prevBlock!.blockId)).toBe(chain.chain.block(start)!.id);
      const all = await allBlocks();
      expect(continues(all)).toBe(true);
      expect(all.map(({ thisBlock }) => bytesToHex(thisBlock.blockId))).toEqual(
        all.map((_, index) => chain.chain.block(index + 1)!.id),
      );
    },
  );

  it('state history lets a reader that drops the replaced blocks come to the state of a new reader', async () => {
    await snapshot('one');
    await chain.produce(30);
    const kept = await follow();
    await restore('one');
    await chain.admin.mustSend('fund', { account: 'alice', symbol: 'BTC', amount: '1' });
    await chain.produce(4);
    const forked = await reader.blocksTo(head().num);
    const before = kept.filter(({ thisBlock }) => thisBlock.blockNum < forked[0]!.thisBlock.blockNum);
    expect(stateOf([...before, ...forked])).toEqual(stateOf(await allBlocks()));
  });

  it('state history rewinds a reader without credits, too', async () => {
    const start = await snapshot('one');
    await chain.produce(10);
    reader.request({ startBlockNum: start - 1, maxMessagesInFlight: 5 });
    expect((await reader.take(5)).map(({ thisBlock }) => thisBlock!.blockNum)).toEqual([
      ...[start - 1, start, start + 1, start + 2, start + 3],
    ]);
    await restore('one');
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.produce(2);
    reader.ack(1);
    expect((await reader.next()).thisBlock!.blockNum).toBe(start + 1);
  });

  it('state history sends the blocks of a later snapshot after an earlier one was restored', async () => {
    const first = await snapshot('one');
    await chain.produce(12);
    const second = await snapshot('two');
    const ids = [...chain.chain.block(second)!.id];
    await restore('one');
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.produce(3);
    await follow();
    await restore('two');
    const blocks = await reader.blocksTo(second);
    expect(blocks[0]!.thisBlock.blockNum).toBe(first + 1);
    expect([...bytesToHex(blocks.at(-1)!.thisBlock.blockId)]).toEqual(ids);
    expect(continues(blocks)).toBe(true);
  });

  it('state history begins again after a reset, below the last irreversible block', async () => {
    await chain.produce(10);
    await follow();
    const irreversible = chain.chain.lastIrreversible().num;
    await chain.admin.mustSend('reset');
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.produce(1);
    const first = decodeBlock(await reader.next());
    expect(first.thisBlock.blockNum).toBeLessThan(irreversible);
    expect(stateOf(await allBlocks())).toHaveProperty('account');
  });

  it('state history continues after a restart from a state folder where the chain stopped', async () => {
    const stateDir = mkdtempSync(path.join(tmpdir(), 'devchain-'));
    const first = await HistoryChain.start({}, { stateDir, seed: 'kept' });
    await first.produce(10);
    await first.close();
    const stopped = first.chain.head().num;
    const second = await HistoryChain.start({}, { stateDir, seed: 'kept' }, first.clock);
    try {
      await second.produce(3);
      const again = await second.reader();
      again.request({});
      const blocks = await again.blocksTo(second.chain.head().num);
      expect(blocks).toHaveLength(stopped + 3);
      expect(continues(blocks)).toBe(true);
    } finally {
      await second.close();
      rmSync(stateDir, { recursive: true });
    }
  });

  it('state history begins with the whole state at the head of a kept chain without recorded history', async () => {
    const stateDir = mkdtempSync(path.join(tmpdir(), 'devchain-'));
    const first = await HistoryChain.start({}, { stateDir, seed: 'kept', shipPort: undefined });
    await first.produce(10);
    await first.close();
    const stopped = first.chain.head();
    const second = await HistoryChain.start({}, { stateDir, seed: 'kept' }, first.clock);
    try {
      const again = await second.reader();
      again.request({});
      const [whole] = await again.blocksTo(stopped.num);
      expect(bytesToHex(whole!.thisBlock.blockId)).toBe(stopped.id);
      expect(bytesToHex(whole!.prevBlock!.blockId)).toBe(second.chain.block(stopped.num - 1)!.id);
      expect(whole!.deltas.map(({ name }) => name)).toContain('contract_row');
      expect(await again.status()).toMatchObject({ chainStateBeginBlock: stopped.num, traceBeginBlock: 0 });
      await second.produce();
      expect((await again.next()).thisBlock!.blockNum).toBe(stopped.num + 1);
    } finally {
      await second.close();
      rmSync(stateDir, { recursive: true });
    }
  });
});
