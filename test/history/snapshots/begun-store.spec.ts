import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { bytesToHex } from '@app/antelope';
import type { GetBlocksResult, ShipStatus } from '@app/ship';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import type { StateLoad } from '../../../apps/history/src/store/port';
import type { FollowOptions } from '../../../apps/history/src/follow/follow-options';
import { answerText } from '../../harness/history/query-battery';
import { followInto, type Following } from '../../harness/history/following';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { recordedBlocks, recordedSource, statusOfRecording } from '../../harness/ship/recorded-source';
import { type BlockSource, ShipServer } from '../../harness/ship/ship-server';
import { writtenSnapshot } from '../../harness/snapshots/written-snapshot';
import { recordedContent } from './recorded-state';

const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
const file = path.join(folder, 'snapshot.bin');
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => writeFileSync(file, writtenSnapshot(recordedContent(6))));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const STATE_BLOCK = 991;
const blocks = recordedBlocks('snapshot');
const HEAD = blocks.at(-1)!.thisBlock!.blockNum;

/** A store in memory that also keeps the writes of each block. */
class KeptWrites extends MemoryHistory {
  readonly kept: BlockWrites[] = [];
  /** Links in a part of the state. */
  largestPart = 0;

  override async loadPart(part: BlockWrites, load: StateLoad): Promise<void> {
    await super.loadPart(part, load);
    this.largestPart = Math.max(this.largestPart, part.links.length);
  }

  override async append(writes: readonly BlockWrites[], irreversibleNum: number): Promise<void> {
    await super.append(writes, irreversibleNum);
    // With the state that was loaded for the first one.
    this.kept.push(...this.blocks.slice(-writes.length));
  }
}

/** A server that has the recorded blocks behind that of the snapshot: neither its state nor its traces. */
function laterBlocks(
  status: Partial<ShipStatus> = {},
  idAnswer = (result: GetBlocksResult): GetBlocksResult => result,
): BlockSource {
  const begin = { traceBeginBlock: STATE_BLOCK + 1, chainStateBeginBlock: STATE_BLOCK + 1 };
  return {
    status: () => ({ ...statusOfRecording('snapshot'), ...begin, ...status }),
    open: ({ startBlockNum, endBlockNum }) => {
      const left = blocks
        .filter(({ thisBlock }) => thisBlock!.blockNum > STATE_BLOCK)
        .filter(({ thisBlock }) => thisBlock!.blockNum >= startBlockNum && thisBlock!.blockNum < endBlockNum)
        // The id alone is asked for by a range of one block.
        .map((result) => (endBlockNum === startBlockNum + 1 ? idAnswer(result) : result));
      return () => left.shift();
    },
  };
}

async function following(
  source: BlockSource,
  options: Partial<FollowOptions> = {},
  store = new KeptWrites(),
): Promise<Following<KeptWrites>> {
  const server = await ShipServer.start(source);
  closing.push(() => server.close());
  const follower = followInto(store, server.url, options);
  closing.push(() => follower.stop());
  return follower;
}

const untilHead = (follower: Following<KeptWrites>) =>
  follower.until(({ lastBlockNum, hasEnded, error }) => {
    if (hasEnded) throw new Error(error);
    return lastBlockNum === HEAD;
  });

/** The error that is reported first. */
const errorOf = async (follower: Following<KeptWrites>): Promise<string> =>
  (await follower.until(({ error }) => error !== undefined)).error ?? '';

/** The writes as text. Rows of the state are in another order in a snapshot than in the message of a node. */
const asText = (writes: readonly BlockWrites[]): string[] =>
  writes.map((block) =>
    answerText(
      block.block.num > STATE_BLOCK
        ? block
        : Object.fromEntries(
            Object.entries({ ...block, loadedDigest: undefined }).map(([kind, list]) => [
              kind,
              Array.isArray(list) ? (list as unknown[]).map(answerText).sort() : (list as unknown),
            ]),
          ),
    ),
  );

describe('a store that begins with a snapshot file', () => {
  let expected: string[];
  beforeAll(async () => {
    const server = await ShipServer.start(recordedSource(['snapshot'], statusOfRecording('snapshot')));
    const whole = followInto(new KeptWrites(), server.url);
    await untilHead(whole);
    await whole.stop();
    await server.close();
    expected = asText(whole.store.kept);
  });

  test.each([
    [5, (bytes: Uint8Array) => bytes],
    [8, (bytes: Uint8Array) => bytes],
    [8, (bytes: Uint8Array) => gzipSync(bytes)],
  ])(
    'the history has what it has from a node that was started from the snapshot, in version %i',
    async (version, form) => {
      writeFileSync(file, form(writtenSnapshot(recordedContent(version))));
      const follower = await following(laterBlocks(), { snapshot: file });
      await untilHead(follower);
      expect(follower.store.kept).toHaveLength(HEAD - STATE_BLOCK + 1);
      expect(asText(follower.store.kept)).toEqual(expected);
    },
  );

  test('the producers of a snapshot with instant finality are those of the store', async () => {
    const { block, ...content } = recordedContent(8, true);
    const switched = { ...block, scheduleVersion: 0x80000000 };
    writeFileSync(file, writtenSnapshot({ ...content, block: switched }));
    const follower = await following(laterBlocks(), { snapshot: file });
    await untilHead(follower);
    const [first] = follower.store.kept;
    expect(first!.schedules.map(({ kind, version }) => [kind, version])).toEqual([['activated', 3]]);
    expect(first!.proposers!.policies!.active.producers.map(({ name }) => name)).toEqual([1n, 2n]);
  });

  test('a state that is larger than a message may be is loaded in parts', async () => {
    const { state, ...content } = recordedContent(8);
    const [link] = state.get('permission_link')!;
    const links = Array.from({ length: 60_000 }, () => link!);
    writeFileSync(
      file,
      writtenSnapshot({ ...content, state: new Map([...state, ['permission_link', links]]) }),
    );
    const follower = await following(laterBlocks(), { snapshot: file, maxMessageBytes: 1024 * 1024 });
    await untilHead(follower);
    expect(follower.store.kept[0]?.links).toHaveLength(60_000);
    expect(follower.store.largestPart).toBe(5_000);
  });

  test('the file is not needed again once its block is stored', async () => {
    const first = await following(laterBlocks(), { snapshot: file });
    await untilHead(first);
    await first.stop();
    rmSync(file);
    const second = await following(laterBlocks(), { snapshot: file }, first.store);
    await untilHead(second);
    expect(second.logs).toEqual([]);
    expect(second.store.kept).toHaveLength(HEAD - STATE_BLOCK + 1);
  });

  test('the history begins once a file that was missing is there', async () => {
    rmSync(file);
    const follower = await following(laterBlocks(), { snapshot: file });
    expect(await errorOf(follower)).toBe(
      `the snapshot ${file} cannot be read: ENOENT: no such file or directory, open '${file}'`,
    );
    writeFileSync(file, writtenSnapshot(recordedContent(6)));
    await untilHead(follower);
  });
});

test('a follower that is stopped does not wait for a file that is being opened', async () => {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const store = new KeptWrites();
  const asked = new Promise<void>((resolve) => {
    store.canLoad = () => {
      resolve();
      return Promise.resolve(true);
    };
  });
  const follower = await following(laterBlocks(), { snapshot: pipe }, store);
  await asked;
  await turn();
  await follower.stop();
  // A reader of the pipe waits for this, or finds it open.
  const opened = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  closing.push(() => Promise.resolve(closeSync(opened)));
});

describe('a snapshot file that does not go with the node', () => {
  /** Nothing is stored, and the error is reported. */
  async function refusal(source: BlockSource, options: Partial<FollowOptions> = {}): Promise<string> {
    const follower = await following(source, { snapshot: file, ...options });
    const error = await errorOf(follower);
    await follower.stop();
    expect(follower.store.kept).toEqual([]);
    return error.replaceAll(file, 'FILE');
  }

  test('a snapshot of another chain is refused, and ends the follower', async () => {
    const chainId = new Uint8Array(32).fill(7);
    const follower = await following(laterBlocks({ chainId }), { snapshot: file });
    await expect(follower.ended).rejects.toThrow(
      `is of chain ${bytesToHex(statusOfRecording('snapshot').chainId!)}, and the node on chain ${bytesToHex(chainId)}`,
    );
    expect(follower.store.kept).toEqual([]);
  });

  test('a snapshot of a block that has another id at the node is refused, and ends the follower', async () => {
    const { block, ...content } = recordedContent(6);
    const id = withLastByte(block.id, 1);
    writeFileSync(file, writtenSnapshot({ ...content, block: { ...block, id } }));
    const follower = await following(laterBlocks(), { snapshot: file });
    await expect(follower.ended).rejects.toThrow(
      `is of block ${bytesToHex(id)}, and block ${STATE_BLOCK} of the node is ${bytesToHex(block.id)}`,
    );
    expect(follower.store.kept).toEqual([]);
  });

  test('a snapshot of a block that is not irreversible for the node waits', async () => {
    const blockId = Buffer.alloc(32);
    blockId.writeUInt32BE(STATE_BLOCK - 1);
    const source = laterBlocks({ lastIrreversible: { blockNum: STATE_BLOCK - 1, blockId } });
    expect(await refusal(source)).toBe(
      'the last irreversible block of the node, 990, is below block 991, that of the snapshot',
    );
  });

  test('a snapshot of a block before the first one of the node is refused', async () => {
    const source = laterBlocks({ traceBeginBlock: 995, chainStateBeginBlock: 995 });
    expect(await refusal(source)).toBe('the node has no history of block 992: its logs begin at block 995');
  });

  test('a snapshot behind which the node has state, and traces one block later, is refused', async () => {
    const source = laterBlocks({ traceBeginBlock: STATE_BLOCK + 2, chainStateBeginBlock: STATE_BLOCK + 1 });
    expect(await refusal(source)).toBe('the node has no history of block 992: its logs begin at block 993');
  });

  test('a snapshot whose id the server does not tell is taken with a warning', async () => {
    const source = laterBlocks({}, (result) => ({ ...result, prevBlock: undefined }));
    const follower = await following(source, { snapshot: file });
    await untilHead(follower);
    expect(follower.logs).toEqual([
      `the server does not tell the id of block 991: the snapshot ${file} was compared with no server, so it may be of another branch`,
    ]);
  });

  test('a snapshot whose block the next block does not name as the one before ends the follower', async () => {
    const { block, ...content } = recordedContent(6);
    const id = withLastByte(block.id, 1);
    writeFileSync(file, writtenSnapshot({ ...content, block: { ...block, id } }));
    // The node names this id when it is asked, and sends blocks of another chain.
    const source = laterBlocks({}, (result) => ({
      ...result,
      prevBlock: { blockNum: STATE_BLOCK, blockId: id },
    }));
    const follower = await following(source, { snapshot: file });
    await expect(follower.ended).rejects.toThrow(
      `block 992 follows ${bytesToHex(block.id)}, and block 991 of the store is ${bytesToHex(id)}`,
    );
    expect(follower.store.kept.map(({ block: { num } }) => num)).toEqual([STATE_BLOCK]);
  });
});

const withLastByte = (id: Uint8Array, last: number): Uint8Array =>
  Uint8Array.from([...id.subarray(0, 31), last]);
