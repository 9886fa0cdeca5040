import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { openSqliteReader } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { MANIFEST_FILE, segmentFile } from '../../../apps/history/src/segments/file-names';
import { expectEqual } from '../../harness/expect-equal';
import {
  exportInto,
  filesOf,
  manifestOf,
  SMALL_SEGMENTS,
  urlOf,
  useArchiveFolders,
} from '../../harness/history/archives';
import { startFollowing } from '../../harness/history/following';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { longOr } from '../../harness/long';
import { HistoryProcess } from '../../harness/process/history-process';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';
import { wholeHistory } from '../follow/support/whole-history';

const newFolder = useArchiveFolders();
const BLOCKS = longOr(6_000, 1_000);
const LAG = 50;
/** A file in the folder that is no part of the archive. */
const NOT_SERVED = 'notes.txt';
/** A link to it with the name of a segment. */
const LINK = `${'cd'.repeat(32)}.zst`;

describe('an archive that a history node serves', () => {
  const chain = new ModelChain();
  let server: ShipServer;
  let folder: string;
  let serving: HistoryProcess;
  let url: string;
  let expected: Awaited<ReturnType<typeof wholeHistory>>;

  beforeAll(async () => {
    chain.extend(BLOCKS, LAG);
    server = await ShipServer.start(chain);
    folder = newFolder('archive');
    // The segments of the format would be a single one.
    await exportInto(folder, server.url, { limits: { ...SMALL_SEGMENTS, blocks: 100 } });
    writeFileSync(path.join(folder, NOT_SERVED), 'secret');
    symlinkSync(NOT_SERVED, path.join(folder, LINK));
    serving = new HistoryProcess({ HISTORY_SHIP_URL: server.url, HISTORY_ARCHIVE_DIR: folder });
    url = `${await serving.url()}/archive`;
    const following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await following.stop();
    expected = await wholeHistory(new MemoryReader(following.store));
  });
  afterAll(async () => {
    await serving.stop('SIGTERM');
    await server.close();
  });

  it('the manifest is asked for again each time, and answered 304 while it is the same', async () => {
    const answer = await fetch(`${url}/${MANIFEST_FILE}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(filesOf(folder).get(MANIFEST_FILE));
    // Not by fetch, which would refuse an answer that is kept.
    const headers = { 'if-modified-since': answer.headers.get('last-modified')! };
    const [again] = (await once(get(`${url}/${MANIFEST_FILE}`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    expect(again.resume().statusCode).toBe(304);
  });

  it('a segment may be kept permanently, and asked for in parts', async () => {
    const name = segmentFile(manifestOf(folder).segments[0]!.sha256);
    const file = filesOf(folder).get(name)!;
    const answer = await fetch(`${url}/${name}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('application/zstd');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(file);
    const part = await fetch(`${url}/${name}`, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(file.subarray(10, 20));
    expect((await fetch(`${url}/${name}`, { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    NOT_SERVED,
    LINK,
    'other.json',
    `${'ab'.repeat(32)}.zst`,
    `${'ab'.repeat(32)}.zst.part`,
    '..%2Fstate.sqlite',
    '%2e%2e/etc/passwd',
    '',
  ])('nothing else is served: %s', async (name) => {
    const { status } = await fetch(`${url}/${name}`);
    expect(status).toBe(404);
  });

  it('a history node without the setting serves no archive', async () => {
    const other = new HistoryProcess({ HISTORY_SHIP_URL: server.url });
    const { status } = await fetch(`${await other.url()}/archive/${MANIFEST_FILE}`);
    await other.stop('SIGTERM');
    expect(status).toBe(404);
  });

  it.each([
    ['over HTTP', () => url],
    ['in a folder', () => urlOf(folder)],
  ])(
    'a process that is killed while it fills its store from an archive %s loses nothing and doubles nothing',
    async (_, archive) => {
      const state = newFolder('state');
      const env = {
        HISTORY_SHIP_URL: server.url,
        HISTORY_ARCHIVE_URL: archive(),
        HISTORY_STATE_DIR: state,
        HISTORY_NAME: 'model',
      };
      const file = path.join(state, 'model.sqlite');
      const before = server.sent;
      for (const part of longOr([0, 0.2, 0.5, 0.8], [0.3, 0.7])) {
        const victim = new HistoryProcess(env);
        await victim.started();
        await until(async () => (await headOf(file)) >= part * BLOCKS);
        await victim.stop('SIGKILL');
      }
      const survivor = new HistoryProcess(env);
      await survivor.started();
      await until(async () => (await headOf(file)) === BLOCKS);
      await survivor.stop('SIGTERM');
      const reader = openSqliteReader(file);
      expectEqual(await wholeHistory(reader), expected);
      await reader.close();
      // The server of the chain is asked for the blocks behind the archive, by each process that came so far.
      expect(server.sent - before).toBeLessThanOrEqual(5 * LAG);
    },
  );

  it('a folder that is not there is named in the log, and the node serves without it', async () => {
    const missing = path.join(folder, 'missing');
    const without = new HistoryProcess({ HISTORY_SHIP_URL: server.url, HISTORY_ARCHIVE_DIR: missing });
    const manifest = await fetch(`${await without.url()}/archive/${MANIFEST_FILE}`);
    expect(manifest.status).toBe(404);
    await without.printed(/HISTORY_ARCHIVE_DIR does not exist: \/archive answers 404/);
    await without.stop('SIGTERM');
    expect(without.output).toContain(missing);
    expect(serving.output).not.toContain('does not exist');
  });
});

/** Number of the last block of a store; 0 while it is empty. */
async function headOf(file: string): Promise<number> {
  const reader = openSqliteReader(file);
  try {
    return (await reader.status()).head?.num ?? 0;
  } finally {
    await reader.close();
  }
}
