import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { followInto } from '../../harness/history/following';
import { useStoreLocations } from '../../harness/history/store-locations';
import { storedHistory } from '../../harness/history/stored-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const run = promisify(execFile);
const [[, fileOf], [, databaseOf]] = useStoreLocations();

/** `VACUUM INTO` beside the writer: the copy is the restored store. */
async function copyFile(file: string): Promise<string> {
  const copy = await fileOf('copy');
  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  return copy;
}

/** `pg_dump` beside the writer, and `pg_restore` into an empty database. */
async function copyDatabase(url: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-dump-'));
  const dump = path.join(folder, 'history.dump');
  await run('pg_dump', ['--format=custom', `--file=${dump}`, url]);
  const copy = await databaseOf('copy');
  await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${copy}`, dump]);
  rmSync(folder, { recursive: true });
  return copy;
}

test.each([
  ['a SQLite file', fileOf, copyFile],
  ['a PostgreSQL database', databaseOf, copyDatabase],
])(
  'a copy of %s that is followed continues behind its last block, also when that was replaced since',
  async (_kind, locate, copyOf) => {
    const location = await locate('followed');
    const chain = new ModelChain();
    chain.extend(30);
    const server = await ShipServer.start(chain);
    const writer = await openHistoryWriter(location);
    const following = followInto(writer, server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 30);

    const copy = await copyOf(location);
    chain.fork(2, 2);
    chain.extend(20);
    server.flush();
    await following.until(({ lastBlockNum }) => lastBlockNum === 50);
    await following.stop();
    await writer.close();

    const restored = await openHistoryWriter(copy);
    expect((await restored.cursor())!.num).toBe(30);
    const continued = followInto(restored, server.url);
    await continued.until(({ lastBlockNum }) => lastBlockNum === 50);
    await continued.stop();
    await restored.close();
    const readers = await Promise.all([location, copy].map((each) => openHistoryReader(each)));
    const [one, other] = await Promise.all(readers.map(storedHistory));
    expect(other).toEqual(one);
    expect(continued.events[0]).toBe('undone 28');
    await Promise.all(readers.map((reader) => reader.close()));
    await server.close();
  },
);
