import { getEventListeners } from 'node:events';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { GetBlocksResult } from '@app/ship';
import { FileSource } from '../../../apps/history/src/follow/file-source';
import { useArchiveFolders } from '../../harness/history/archives';
import { startFollowing } from '../../harness/history/following';
import { writeBlockLog, writeHistoryLog } from '../../harness/history/node-files';
import {
  blocksOf,
  defaultGenesis,
  entriesOf,
  fileUrl,
  stemsOf,
  writeNodeFiles,
} from '../../harness/history/recorded-files';
import { RecordedChain } from '../../harness/ship/recorded-chain';
import { recordedBlocks } from '../../harness/ship/recorded-source';
import { readFiles, textsOf } from './read-files';

const newFolder = useArchiveFolders();
const numOf = ({ thisBlock }: GetBlocksResult): number => thisBlock?.blockNum ?? 0;

describe('forms of the files of a node', () => {
  const chain = new RecordedChain();
  const CHAIN_ID = chain.status().chainId!;
  const LAST = 126;
  const texts = textsOf(chain.blocks).slice(0, LAST);

  it('a source that is closed has no listener on the signal of its follower, and gives nothing', async () => {
    const folder = writeNodeFiles(newFolder('closed'), chain.blocks);
    const { signal } = new AbortController();
    const options = { url: fileUrl(folder), maxMessageBytes: 2 ** 30, connectTimeoutMs: 1000 };
    const source = await FileSource.connect(options, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    source.close();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await expect(source.next(1000)).rejects.toThrow('closed');
  });

  it('logs that saw a fork give the blocks of the side that became irreversible', async () => {
    const seen = recordedBlocks('mixed');
    const last = seen.at(-1)!.thisBlock!.blockNum;
    // The recording goes back from 1083 to 1072, and replaces 12 blocks.
    const kept = seen.filter(
      (result, at) => !seen.slice(at + 1).some((later) => numOf(later) === numOf(result)),
    );
    expect(seen.length - kept.length).toBe(12);
    const folder = writeNodeFiles(newFolder('fork'), seen, {
      irreversibleNum: last,
      blocks: { context: CHAIN_ID },
    });
    const { results, error } = await readFiles(folder);
    expect(error).toBe('');
    expect(textsOf(results)).toEqual(textsOf(kept));
  });

  it('logs that end at different blocks give the blocks that all of them have', async () => {
    for (const [kind, end] of [
      ['traces', 100],
      ['state', 90],
      ['blocks', 80],
    ] as const) {
      const folder = writeNodeFiles(newFolder('lengths'), chain.blocks);
      const shorter = stemsOf(
        writeNodeFiles(newFolder('shorter'), chain.blocks.slice(0, end), { irreversibleNum: end }),
      );
      for (const extension of ['log', 'index'])
        renameSync(`${shorter[kind]}.${extension}`, `${stemsOf(folder)[kind]}.${extension}`);
      const { results, error, status } = await readFiles(folder);
      expect(error).toBe('');
      expect(textsOf(results)).toEqual(texts.slice(0, end));
      expect(status).toMatchObject({
        traceBeginBlock: 2,
        traceEndBlock: end + 1,
        chainStateEndBlock: end + 1,
      });
    }
  });

  /** Files as a node splits them: each with the blocks up to a multiple of `stride`. */
  function writeSplit(folder: string, stride: number): string {
    const blocks = blocksOf(chain.blocks, LAST);
    for (let from = 1; from <= 174; from += stride) {
      const to = Math.min(from + stride - 1, 174);
      const part = chain.blocks.filter((result) => numOf(result) >= from && numOf(result) <= to);
      const isHead = to === 174;
      const place = from === 1 ? 'archive' : 'retained';
      const stemOf = (stem: string, first: number): string =>
        isHead
          ? stem
          : path.join(path.dirname(stem), place, `${path.basename(stem)}-${String(first)}-${String(to)}`);
      const { traces, state, blocks: blocksStem } = stemsOf(folder);
      writeHistoryLog(stemOf(traces, Math.max(2, from)), entriesOf(part, 'traces'));
      writeHistoryLog(stemOf(state, from), entriesOf(part, 'deltas'));
      const own = [...blocks].flatMap(([num, block]) => (num >= from && num <= to ? [block] : []));
      if (own.length === 0 && !isHead) continue;
      const context = from === 1 ? defaultGenesis() : CHAIN_ID;
      const firstNum = isHead && own.length === 0 ? LAST + 1 : from;
      writeBlockLog(stemOf(blocksStem, from), own, { firstNum, context });
    }
    return folder;
  }

  it('logs that the node splits give the blocks of all their files', async () => {
    const folder = writeSplit(newFolder('split'), 29);
    expect(existsSync(path.join(folder, 'state-history', 'retained', 'trace_history-30-58.log'))).toBe(true);
    const { results, error } = await readFiles(folder);
    expect(error).toBe('');
    expect(textsOf(results)).toEqual(texts);
  });

  it('logs of which a split file is missing, or is there twice, are refused by the names of its neighbours', async () => {
    const folder = writeSplit(newFolder('gap'), 29);
    const retained = path.join(folder, 'state-history', 'retained');
    const file = path.join(retained, 'chain_state_history-59-87');
    for (const extension of ['log', 'index'])
      renameSync(`${file}.${extension}`, path.join(folder, extension));
    expect((await readFiles(folder)).error).toBe(
      'chain_state_history-30-58.log (blocks 30 to 58) is not followed by chain_state_history-88-116.log (blocks 88 to 116): blocks between them are missing',
    );
    writeHistoryLog(
      path.join(retained, 'chain_state_history-59-90'),
      entriesOf(chain.blocks.slice(58, 90), 'deltas'),
    );
    expect((await readFiles(folder)).error).toContain('they have the same blocks');
  });

  it('split block logs of two chains are refused by the chain ids', async () => {
    const folder = writeSplit(newFolder('chains'), 29);
    const { blocks } = stemsOf(folder);
    const own = [...blocksOf(chain.blocks, 58).values()].slice(29);
    const stem = path.join(path.dirname(blocks), 'retained', 'blocks-30-58');
    writeBlockLog(stem, own, { firstNum: 30, context: new Uint8Array(32).fill(7) });
    expect((await readFiles(folder)).error).toContain(`blocks-30-58.log is of chain ${'07'.repeat(32)}`);
  });

  /** Files of which the node has removed the older blocks: 120 of state history are left, and 100 of blocks. */
  function writePruned(): string {
    const folder = writeNodeFiles(newFolder('pruned'), chain.blocks, { prunedTo: 120 });
    const own = [...blocksOf(chain.blocks, LAST).values()];
    writeBlockLog(stemsOf(folder).blocks, own, { firstNum: 1, context: defaultGenesis(), prunedTo: 100 });
    return folder;
  }

  it('pruned logs give the blocks that they still have, which their ends say', async () => {
    const { results, error, status } = await readFiles(writePruned(), { from: 55 });
    expect(error).toBe('');
    expect(status).toMatchObject({ traceBeginBlock: 55, chainStateBeginBlock: 55 });
    expect(textsOf(results)).toEqual(texts.slice(54));
  });

  it('a store begins at the first block that pruned logs have, and at no earlier one', async () => {
    const folder = writePruned();
    const following = startFollowing(fileUrl(folder));
    await following.until(({ lastBlockNum }) => lastBlockNum === LAST);
    await following.stop();
    expect(following.store.blocks.map(({ block }) => block.num)[0]).toBe(55);
    const earlier = startFollowing(fileUrl(folder), { firstBlock: 54 });
    const { error } = await earlier.until((status) => status.error !== undefined);
    await earlier.stop();
    expect(error).toBe('the node has no history of block 54: its logs begin at block 55');
  });

  it('a pruned log with a shorter index is refused', async () => {
    const folder = writePruned();
    const { traces } = stemsOf(folder);
    const shorter = path.join(folder, 'shorter');
    writeHistoryLog(shorter, entriesOf(chain.blocks.slice(0, 150), 'traces'));
    renameSync(`${shorter}.index`, `${traces}.index`);
    expect((await readFiles(folder)).error).toContain(
      'the pruned log ends with another entry than trace_history.index',
    );
  });

  it('state history that begins before the block log names the first block that can be taken', async () => {
    const folder = writeNodeFiles(newFolder('later'), chain.blocks);
    const own = [...blocksOf(chain.blocks, LAST).values()].slice(49);
    writeBlockLog(stemsOf(folder).blocks, own, { firstNum: 50, context: CHAIN_ID });
    const following = startFollowing(fileUrl(folder));
    const { error } = await following.until((status) => status.error !== undefined);
    await following.stop();
    expect(error).toContain('set the first block to 50 or later');
    const begun = startFollowing(fileUrl(folder), { firstBlock: 50 });
    await begun.until(({ lastBlockNum }) => lastBlockNum === LAST);
    await begun.stop();
    expect(begun.store.blocks).toHaveLength(LAST - 49);
  });
});
