import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { followInto } from '../../harness/history/following';
import { storedHistory } from '../../harness/history/stored-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

test('a copy of a followed SQLite store continues behind its last block, also when that was replaced since', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-backup-'));
  const [file, copy] = ['followed', 'copy'].map((name) => path.join(folder, `${name}.sqlite`)) as [
    string,
    string,
  ];
  const chain = new ModelChain();
  chain.extend(30);
  const server = await ShipServer.start(chain);
  const writer = openSqliteWriter(file);
  const following = followInto(writer, server.url);
  await following.until(({ lastBlockNum }) => lastBlockNum === 30);

  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  chain.fork(2, 2);
  chain.extend(20);
  server.flush();
  await following.until(({ lastBlockNum }) => lastBlockNum === 50);
  await following.stop();
  await writer.close();

  const restored = openSqliteWriter(copy);
  expect((await restored.cursor())!.num).toBe(30);
  const continued = followInto(restored, server.url);
  await continued.until(({ lastBlockNum }) => lastBlockNum === 50);
  await continued.stop();
  await restored.close();
  const [one, other] = [openSqliteReader(file), openSqliteReader(copy)];
  expect(await storedHistory(other)).toEqual(await storedHistory(one));
  expect(continued.events[0]).toBe('undone 28');
  await Promise.all([one.close(), other.close()]);
  await server.close();
  rmSync(folder, { recursive: true });
});
