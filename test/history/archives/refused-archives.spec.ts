import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hexToBytes } from '@app/antelope';
import {
  type ArchivedBlock,
  decodeSignedBlock,
  decodeTraces,
  encodeDeltas,
  encodeSignedBlock,
  encodeTraces,
} from '@app/ship';
import { MANIFEST_FILE, segmentFile } from '../../../apps/history/src/segments/file-names';
import { type Manifest, manifestText, type SegmentEntry } from '../../../apps/history/src/segments/manifest';
import {
  blocksOfFile,
  type ClosedSegment,
  compressed,
  SegmentContent,
} from '../../../apps/history/src/segments/segment-content';
import { checkArchive } from '../../../apps/history/src/exporting/check-archive';
import { exportInto, filesOf, manifestOf, urlOf, useArchiveFolders } from '../../harness/history/archives';
import { type Following, startFollowing } from '../../harness/history/following';
import { longOr } from '../../harness/long';
import { Seeded } from '../../harness/seeded';
import { laterChain, RecordedChain } from '../../harness/ship/recorded-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const newFolder = useArchiveFolders();
const SEEDS = Array.from({ length: longOr(60, 12) }, (_, index) => index + 1);
/** The third segment: blocks 41 to 60. */
const THIRD = 2;

describe('archives that are not what they say', () => {
  const chain = new RecordedChain();
  /** Has what comes behind the archive alone. */
  let late: ShipServer;
  let whole: ShipServer;
  let honest: string;
  let manifest: Manifest;
  let blocks: Following['store']['blocks'];

  beforeAll(async () => {
    whole = await ShipServer.start(chain);
    late = await ShipServer.start(laterChain(chain, 127));
    honest = newFolder('honest');
    await exportInto(honest, whole.url);
    manifest = manifestOf(honest);
    const following = startFollowing(whole.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 174);
    await following.stop();
    blocks = following.store.blocks;
  });
  afterAll(() => Promise.all([late.close(), whole.close()]));

  function copyOf(name: string): string {
    const folder = newFolder(name);
    for (const file of filesOf(honest).keys()) copyFileSync(path.join(honest, file), path.join(folder, file));
    return folder;
  }

  const fileOf = (folder: string, { sha256 }: SegmentEntry): string => path.join(folder, segmentFile(sha256));
  const third = (): SegmentEntry => manifest.segments[THIRD]!;

  /** Follows until the archive is refused. The stored blocks are the beginning of the honest history. */
  async function refusal(folder: string): Promise<{ stored: number; error: string }> {
    const following = startFollowing(late.url, { archiveUrls: [urlOf(folder)] });
    const { error, hasEnded } = await following.until((status) => status.error !== undefined);
    await following.stop();
    expect(hasEnded).toBe(false);
    const { store } = following;
    expect(store.blocks).toEqual(blocks.slice(0, store.blocks.length));
    await expect(
      checkArchive(urlOf(folder), 1_000_000, () => undefined, new AbortController().signal),
    ).rejects.toThrow();
    return { stored: store.blocks.at(-1)?.block.num ?? 0, error: error! };
  }

  it.each<[string, (folder: string) => void, string]>([
    ['that is missing', (folder) => rmSync(fileOf(folder, third())), 'cannot be read'],
    [
      'that ends early',
      (folder) => {
        const file = fileOf(folder, third());
        writeFileSync(file, readFileSync(file).subarray(0, -100));
      },
      'cannot be decompressed',
    ],
    [
      'that is empty',
      (folder) => writeFileSync(fileOf(folder, third()), ''),
      // Zstandard takes no bytes for an empty content.
      'segment',
    ],
    [
      'in the place of another one',
      (folder) => copyFileSync(fileOf(folder, manifest.segments[1]!), fileOf(folder, third())),
      'segment',
    ],
  ])(
    'a segment %s is refused by its name, and nothing of the archive is stored',
    async (_, change, reason) => {
      const folder = copyOf('changed');
      change(folder);
      const { stored, error } = await refusal(folder);
      expect(stored).toBe(0);
      expect(error).toContain(segmentFile(third().sha256));
      expect(error).toContain(reason);
    },
  );

  it.each(SEEDS)('a changed bit of a segment changes nothing that is stored (seed %d)', async (seed) => {
    const random = new Seeded(seed);
    const folder = copyOf('bits');
    const at = random.integer(manifest.segments.length);
    const entry = manifest.segments[at]!;
    const file = fileOf(folder, entry);
    const bytes = readFileSync(file);
    // Behind the header of the frame, whose bits may be free.
    const place = 12 + random.integer(bytes.length - 12);
    bytes[place]! ^= 1 << random.integer(8);
    writeFileSync(file, bytes);
    const { stored, error } = await refusal(folder);
    expect(stored).toBe(0);
    expect(error).toContain(segmentFile(entry.sha256));
  });

  it.each(SEEDS)('a changed byte of the manifest changes nothing that is stored (seed %d)', async (seed) => {
    const random = new Seeded(seed);
    const folder = copyOf('manifest');
    const file = path.join(folder, MANIFEST_FILE);
    const bytes = readFileSync(file);
    bytes[random.integer(bytes.length)]! ^= 1 << random.integer(7);
    writeFileSync(file, bytes);
    const { stored } = await refusal(folder);
    expect(stored).toBe(0);
  });

  /** Writes a segment with other blocks, and names it in the manifest as an operator would who made it. */
  async function replaceThird(folder: string, change: (found: ArchivedBlock[]) => ArchivedBlock[]) {
    const entry = third();
    const found = await blocksOfFile(readFileSync(fileOf(honest, entry)), entry, manifest.chainId);
    const content = new SegmentContent(hexToBytes(manifest.chainId));
    for (const block of change(found)) content.add(block);
    const segment = content.close();
    await put(folder, segment);
    return segment;
  }

  async function put(folder: string, { entry, content }: ClosedSegment): Promise<void> {
    writeFileSync(fileOf(folder, entry), await compressed(content));
    const { sha256, bytes } = entry;
    const segments = manifest.segments.with(THIRD, { ...third(), sha256, bytes });
    writeFileSync(path.join(folder, MANIFEST_FILE), manifestText({ ...manifest, segments }));
  }

  const changing =
    (num: number, change: (block: ArchivedBlock) => ArchivedBlock) =>
    (found: ArchivedBlock[]): ArchivedBlock[] =>
      found.map((block) => (block.thisBlock.blockNum === num ? change(block) : block));

  it.each<[string, (found: ArchivedBlock[]) => ArchivedBlock[], string, number]>([
    [
      'another producer in a header',
      changing(59, (block) => {
        const header = decodeSignedBlock(block.block!);
        return { ...block, block: encodeSignedBlock({ ...header, producer: header.producer + 16n }) };
      }),
      'the header of block 59 has another id',
      0,
    ],
    [
      'another receiver in an action',
      changing(58, (block) => {
        const traces = decodeTraces(block.traces!);
        traces[0]!.actionTraces[0]!.receiver += 16n;
        return { ...block, traces: encodeTraces(traces) };
      }),
      'block 58',
      40,
    ],
    [
      'no traces of a block',
      changing(57, ({ traces, ...block }) => (traces ? block : block)),
      'without traces',
      40,
    ],
    [
      'no changes of a block',
      changing(57, ({ deltas, ...block }) => (deltas ? block : block)),
      'without deltas',
      40,
    ],
    [
      'a row of a contract that cannot be read',
      changing(57, (block) => {
        const rows = [{ present: 1, data: Uint8Array.of(0, 1) }];
        return { ...block, deltas: encodeDeltas([{ version: 0, name: 'contract_row', rows }]) };
      }),
      'is refused',
      40,
    ],
    ['a block less', (found) => found.filter((_, at) => at !== 5), 'in the place of block 46', 0],
    [
      'blocks in another order',
      (found) => [found[1]!, found[0]!, ...found.slice(2)],
      'in the place of block 41',
      0,
    ],
  ])(
    'a segment with %s is refused, though its hash is that of the manifest, and nothing of it is stored',
    async (_, change, reason, expected) => {
      const folder = copyOf('forged');
      const { entry } = await replaceThird(folder, change);
      const { stored, error } = await refusal(folder);
      expect(stored).toBe(expected);
      expect(error).toContain(segmentFile(entry.sha256));
      expect(error).toContain(reason);
    },
  );

  it('an archive of another chain is refused before anything is stored, and named', async () => {
    const folder = newFolder('foreign');
    const foreign = await ShipServer.start(
      new RecordedChain(chain.blocks, { ...chain.status(), chainId: new Uint8Array(32).fill(7) }),
    );
    await exportInto(folder, foreign.url);
    await foreign.close();
    const following = startFollowing(whole.url, { archiveUrls: [urlOf(folder)] });
    const { error } = await following.until((status) => status.error !== undefined);
    await following.stop();
    expect(error).toContain(`is of chain ${'07'.repeat(32)}`);
    expect(following.store.blocks).toEqual([]);
  });

  it('a store that was refused a segment continues there once the archive is whole, or from another archive', async () => {
    const folder = copyOf('mended');
    rmSync(fileOf(folder, third()));
    const following = startFollowing(late.url, { archiveUrls: [urlOf(folder)] });
    await following.until(({ error, refusals }) => error !== undefined && refusals === 0);
    copyFileSync(fileOf(honest, third()), fileOf(folder, third()));
    await following.until(({ lastBlockNum }) => lastBlockNum === 174);
    expect(following.store.blocks).toEqual(blocks);
    await following.stop();

    rmSync(fileOf(folder, third()));
    const both = startFollowing(late.url, { archiveUrls: [urlOf(folder), urlOf(honest)] });
    await both.until(({ lastBlockNum }) => lastBlockNum === 174);
    expect(both.store.blocks).toEqual(blocks);
    await both.stop();
  });
});
