import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodeTraces, encodeTraces, type GetBlocksResult } from '@app/ship';
import { UnprovenBlockError } from '../../../apps/history/src/follow/follow-errors';
import { LOCK_FILE } from '../../../apps/history/src/exporting/folder-lock';
import { RefusedArchiveError } from '../../../apps/history/src/segments/archive-errors';
import { MANIFEST_FILE, segmentFile } from '../../../apps/history/src/segments/file-names';
import { exportInto, hashesOf, manifestOf, urlOf, useArchiveFolders } from '../../harness/history/archives';
import { checkArchive } from '../../../apps/history/src/exporting/check-archive';
import { ModelChain } from '../../harness/ship/model-chain';
import { RecordedChain } from '../../harness/ship/recorded-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const newFolder = useArchiveFolders();
const NEVER = new AbortController().signal;
/** The last irreversible block of the recording. */
const LAST = 126;

describe('archives that are exported from a state-history server', () => {
  const chain = new RecordedChain();
  let server: ShipServer;
  let expected: ReturnType<typeof hashesOf>;

  beforeAll(async () => {
    server = await ShipServer.start(chain);
    const folder = newFolder('whole');
    await exportInto(folder, server.url);
    expected = hashesOf(folder);
  });
  afterAll(() => server.close());

  it('an archive has every irreversible block, in segments that end at the same blocks for all operators', async () => {
    const folder = newFolder('ranges');
    const { blocks, bytes, fileBytes } = await exportInto(folder, server.url);
    const { segments } = manifestOf(folder);
    expect(segments.map(({ first_block: first, last_block: last }) => [first, last])).toEqual([
      [1, 20],
      [21, 40],
      [41, 60],
      [61, 80],
      [81, 100],
      [101, 120],
      [121, LAST],
    ]);
    expect(blocks).toBe(LAST);
    expect(fileBytes).toBeLessThan(bytes);
    expect(await checkArchive(urlOf(folder), 1_000_000, () => undefined, NEVER)).toMatchObject({
      ...{ firstNum: 1, lastNum: LAST, segments: 7, bytes },
    });
  });

  it('two exports of one range have the same files', async () => {
    const folder = newFolder('again');
    const other = await ShipServer.start(new RecordedChain());
    await exportInto(folder, other.url);
    await other.close();
    expect(hashesOf(folder)).toEqual(expected);
  });

  it('a range that begins later has the same segments from the next end of a segment on', async () => {
    const folder = newFolder('later');
    await exportInto(folder, server.url, { from: 30 });
    const whole = newFolder('whole');
    await exportInto(whole, server.url);
    expect(manifestOf(folder).segments.slice(1)).toEqual(manifestOf(whole).segments.slice(2));
  });

  it('a segment ends where its content is large, too', async () => {
    const folder = newFolder('large');
    await exportInto(folder, server.url, { limits: { blocks: 20, bytes: 8_000 } });
    const { segments } = manifestOf(folder);
    expect(segments.length).toBeGreaterThan(14);
    for (const { bytes, last_block: last } of segments.slice(0, -1))
      expect(bytes >= 8_000 || last % 20 === 0).toBe(true);
  });

  it('an archive that is continued, block by block at last, has the files of one that was made at once', async () => {
    const folder = newFolder('parts');
    for (const to of [1, 7, 20, 21, 55, 119, 120, 124, 125, LAST]) {
      await exportInto(folder, server.url, { to });
      expect(manifestOf(folder).segments.at(-1)!.last_block).toBe(to);
    }
    expect(hashesOf(folder)).toEqual(expected);
    const before = server.requests.length;
    await exportInto(folder, server.url);
    expect(server.requests).toHaveLength(before);
  });

  it('an export that ends at any moment is continued', async () => {
    const folder = newFolder('ended');
    for (let ends = 0; ends < 6; ends++) {
      const stopping = new AbortController();
      let left = 12 * ends;
      const original = server.tamper;
      server.tamper = (frame, socket) => {
        if (left-- === 0) stopping.abort();
        original(frame, socket);
      };
      const ended = exportInto(folder, server.url, {}, stopping.signal);
      await expect(ended).rejects.toThrow('closed');
      server.tamper = original;
    }
    await exportInto(folder, server.url);
    expect(hashesOf(folder)).toEqual(expected);
  });

  it('a node in debug mode gives the same files', async () => {
    const folder = newFolder('debug');
    const noisy = ({ traces, ...others }: GetBlocksResult): GetBlocksResult => ({
      ...others,
      ...(traces === undefined ? {} : { traces: withTimes(traces) }),
    });
    const debugging = await ShipServer.start(new RecordedChain(chain.blocks.map(noisy)));
    await exportInto(folder, debugging.url);
    await debugging.close();
    expect(hashesOf(folder)).toEqual(expected);
  });

  it('a block that does not prove itself is not written, and an honest server continues', async () => {
    const folder = newFolder('changed');
    const hostile = await ShipServer.start(chain);
    let sent = 0;
    hostile.tamper = (frame, socket) => {
      const changed = Buffer.from(frame);
      // In the header, behind the positions of head, irreversible, this and previous block.
      if (++sent === 50) changed[36 * 4 + 60]! ^= 1;
      socket.send(changed);
    };
    await expect(exportInto(folder, hostile.url)).rejects.toThrow(UnprovenBlockError);
    await hostile.close();
    expect(manifestOf(folder).segments.at(-1)!.last_block).toBe(49);
    await exportInto(folder, server.url);
    expect(hashesOf(folder)).toEqual(expected);
  });

  it('a block that the server lacks ends the export, without a gap', async () => {
    const folder = newFolder('gap');
    const model = new ModelChain();
    model.extend(60);
    model.lost.add(33);
    const lacking = await ShipServer.start(model);
    await expect(exportInto(folder, lacking.url)).rejects.toThrow('the server has no history of block 33');
    expect(manifestOf(folder).segments.at(-1)!.last_block).toBe(32);
    model.lost.clear();
    await exportInto(folder, lacking.url);
    await lacking.close();
    expect(manifestOf(folder).segments.at(-1)!.last_block).toBe(57);
    await checkArchive(urlOf(folder), 1_000_000, () => undefined, NEVER);
  });

  it.each<[string, (model: ModelChain) => void, string]>([
    ['of another chain', () => undefined, 'is of chain'],
    [
      'of the chain with other blocks',
      (model) => (model.chainId = chain.status().chainId),
      'does not follow block',
    ],
  ])('a server %s does not continue an archive', async (_, change, reason) => {
    const folder = newFolder('foreign');
    await exportInto(folder, server.url);
    const model = new ModelChain();
    model.extend(200);
    change(model);
    const foreign = await ShipServer.start(model);
    await expect(exportInto(folder, foreign.url)).rejects.toThrow(reason);
    await foreign.close();
    expect(hashesOf(folder)).toEqual(expected);
  });

  it('files that the manifest does not name are removed, others stay', async () => {
    const folder = newFolder('files');
    await exportInto(folder, server.url, { to: 30 });
    const [, partial] = manifestOf(folder).segments;
    await exportInto(folder, server.url);
    const names = readdirSync(path.resolve(folder));
    expect(names).not.toContain(segmentFile(partial!.sha256));
    expect(names).toHaveLength(8);
  });

  it('a second export into a folder is refused, and the first one is whole', async () => {
    const folder = newFolder('twice');
    const slow = await ShipServer.start(chain);
    const second: Promise<unknown>[] = [];
    slow.tamper = (frame, socket) => {
      if (second.length === 0) second.push(expect(exportInto(folder, server.url)).rejects.toThrow(LOCK_FILE));
      void second[0]?.then(() => socket.send(frame));
    };
    await exportInto(folder, slow.url);
    await Promise.all(second);
    await slow.close();
    expect(hashesOf(folder)).toEqual(expected);
  });

  it.each([
    ['of a process that has ended is taken over', () => spawnSync(process.execPath, ['-e', '']).pid, true],
    ['of this process number, as a restarted container has it, is taken over', () => process.pid, true],
    ['of a process that runs is kept', () => process.ppid, false],
  ])('the lock %s', async (_, owner, isTaken) => {
    const folder = newFolder('lock');
    writeFileSync(path.join(folder, LOCK_FILE), `${String(owner())}\n`);
    const told: string[] = [];
    const done = exportInto(folder, server.url, {}, NEVER, (text) => told.push(text));
    if (isTaken) {
      await done;
      expect(told).toEqual([expect.stringContaining('taken over')]);
      expect(hashesOf(folder)).toEqual(expected);
    } else {
      await expect(done).rejects.toThrow(`process ${String(owner())} exports into this folder`);
      expect(readdirSync(folder)).toEqual([LOCK_FILE]);
    }
  });

  it('an archive that lacks a file is not continued', async () => {
    const folder = newFolder('lacking');
    await exportInto(folder, server.url, { to: 50 });
    const file = path.join(folder, segmentFile(manifestOf(folder).segments[0]!.sha256));
    rmSync(file);
    const before = hashesOf(folder);
    await expect(exportInto(folder, server.url)).rejects.toThrow(`${file} is named by the manifest`);
    expect(hashesOf(folder)).toEqual(before);
  });

  it('an archive whose last segment is damaged stays as it is', async () => {
    const folder = newFolder('damaged');
    await exportInto(folder, server.url, { to: 50 });
    const file = path.join(folder, segmentFile(manifestOf(folder).segments.at(-1)!.sha256));
    const bytes = readFileSync(file);
    bytes[40]! ^= 1;
    writeFileSync(file, bytes);
    const before = hashesOf(folder);
    await expect(exportInto(folder, server.url)).rejects.toThrow(RefusedArchiveError);
    expect(hashesOf(folder)).toEqual(before);
  });

  it('an archive stays as it is while no longer segment can be written', async () => {
    const folder = newFolder('full');
    await exportInto(folder, server.url, { to: 50 });
    const before = hashesOf(folder);
    const other = newFolder('other');
    await exportInto(other, server.url, { to: 60 });
    // A folder in the place of the unfinished file: as a full disk, it lets nothing be written.
    const longer = path.join(folder, `${segmentFile(manifestOf(other).segments.at(-1)!.sha256)}.part`);
    mkdirSync(path.join(longer, 'x'), { recursive: true });
    await expect(exportInto(folder, server.url)).rejects.toThrow();
    rmSync(longer, { recursive: true });
    expect(hashesOf(folder)).toEqual(before);
    await exportInto(folder, server.url);
    expect(hashesOf(folder)).toEqual(expected);
  });

  it('files of others in the folder are neither written through nor removed', async () => {
    const folder = newFolder('others');
    const outside = path.join(newFolder('outside'), 'file');
    writeFileSync(outside, 'kept');
    writeFileSync(path.join(folder, 'film.part'), 'kept');
    symlinkSync(outside, path.join(folder, `${MANIFEST_FILE}.part`));
    await exportInto(folder, server.url);
    expect(readFileSync(outside, 'utf8')).toBe('kept');
    rmSync(path.join(folder, 'film.part'));
    expect(hashesOf(folder)).toEqual(expected);
  });
});

function withTimes(section: Uint8Array): Uint8Array {
  const traces = decodeTraces(section);
  for (const trace of traces) {
    trace.elapsed = 17n;
    for (const action of trace.actionTraces) action.console = Buffer.from('printed');
  }
  return encodeTraces(traces);
}
