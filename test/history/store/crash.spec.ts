import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { openHistoryWriter, openStoreTail } from '../../../apps/history/src/store/open-store';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import type { SqlDatabase } from '../../../apps/history/src/store/sql/session';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { longOr } from '../../harness/long';
import { type PostgresServer, startPostgres } from '../../harness/process/postgres';
import { until } from '../../harness/until';
import { delayWrites, LazyCommits } from './lazy-commits';
import { randomChain } from './random-chain';
import { tableDigests } from './table-digest';

const REVERSIBLE = 5;
const CRASHES = longOr(100, 8);

/** A store that holds the blocks up to the cursor of another one, written without a crash. */
class Uninterrupted {
  private readonly writer: SqlHistoryWriter;
  private written = 0;

  constructor(
    private readonly database: SqlDatabase,
    private readonly blocks: readonly BlockWrites[],
  ) {
    this.writer = new SqlHistoryWriter(database);
  }

  async open(): Promise<void> {
    await this.writer.open(CHAIN_ID);
  }

  async expectEqual(crashed: SqlDatabase): Promise<number> {
    const cursor = await new SqlHistoryWriter(crashed).cursor();
    const end = this.blocks.findIndex(({ block }) => block.num === cursor?.num) + 1;
    // The crashed store may be behind what it had before: it is compared at its own cursor.
    if (end > this.written) {
      await this.writer.append(this.blocks.slice(this.written, end), cursor!.irreversibleNum);
      this.written = end;
    } else if (cursor !== undefined) {
      await this.writer.undoTo(cursor.num);
      this.written = end;
    }
    const wanted = await tableDigests(this.database);
    expect(await tableDigests(crashed)).toEqual({ ...wanted, undo: expect.any(String) });
    return end;
  }

  close(): Promise<void> {
    return this.writer.close();
  }
}

/** Resolves when the stream gave so many lines. */
async function lines(stream: Readable, count: number): Promise<void> {
  let seen = 0;
  for await (const chunk of stream) {
    seen += String(chunk).split('\n').length - 1;
    if (seen >= count) return;
  }
  throw new Error(`the writer ended after ${seen} lines`);
}

describe('stores after a crash', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-crash-'));
  const servers: PostgresServer[] = [];
  afterAll(async () => {
    // Also after a failure: it would stay behind.
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true });
  });

  it('SQLite holds exactly the blocks up to its cursor after kill -9 of the writer', async () => {
    const blocks = randomChain(4_000, 11);
    const input = path.join(folder, 'blocks');
    const file = path.join(folder, 'crashed.db');
    writeFileSync(input, serialize({ chainId: CHAIN_ID, blocks, reversible: REVERSIBLE }));
    const sqlite = (name: string) => new SqliteDatabase(name, { isReadOnly: false, cacheMiB: 8 });
    const clean = new Uninterrupted(sqlite(path.join(folder, 'clean.db')), blocks);
    await clean.open();
    const reached: number[] = [];
    for (let crash = 0; crash < CRASHES; crash++) {
      const script = path.join(__dirname, 'crashing-writer.mjs');
      const child = spawn(process.execPath, [script, file, input], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      await lines(child.stdout, 5 + 3 * crash);
      // Any moment of an append or of an undo.
      await wait(crash % 4);
      child.kill('SIGKILL');
      await ended;
      const crashed = sqlite(file);
      reached.push(await clean.expectEqual(crashed));
      await crashed.close();
    }
    await clean.close();
    expect(reached.at(-1)).toBeGreaterThan(CRASHES);
    expect(reached.at(-1)).toBeLessThan(blocks.length);
  });

  it('PostgreSQL loses no block that readers have seen when the server is ended at once', async () => {
    const server = await startPostgres();
    servers.push(server);
    const url = await server.createDatabase('seen');
    for (const writes of randomChain(10, 13)) {
      const writer = await openHistoryWriter(url);
      await writer.open(CHAIN_ID);
      await writer.append([writes], 0);
      await server.crash();
      await writer.close();
      const tail = await openStoreTail(url);
      expect((await tail.changes(undefined)).headNum).toBe(writes.block.num);
      await tail.close();
    }
  });

  it.each([
    ['wait', (database: SqlDatabase): SqlDatabase => database],
    ['do not wait', (database: SqlDatabase): SqlDatabase => new LazyCommits(database)],
  ])(
    'PostgreSQL, whose commits %s for the disk, holds exactly the blocks up to its cursor after the server was ended at once',
    async (_kind, withCommits) => {
      const server = await startPostgres();
      servers.push(server);
      const blocks = randomChain(1_500, 12);
      const open = async (name: string) => {
        const url = await server.createDatabase(name);
        await delayWrites(url);
        const database = await PostgresDatabase.at(url, { connections: 2 });
        await database.prepare();
        return withCommits(database);
      };
      const crashed = await open('crashed');
      const clean = new Uninterrupted(await open('clean'), blocks);
      await clean.open();
      await new SqlHistoryWriter(crashed).open(CHAIN_ID);
      let written = 0;
      for (let crash = 0; crash < 3; crash++) {
        const writer = new SqlHistoryWriter(crashed);
        let appended = written;
        const appending = (async () => {
          for (const writes of blocks.slice(written)) {
            await writer.append([writes], Math.max(0, writes.block.num - REVERSIBLE));
            appended++;
          }
        })();
        const failed = expect(appending).rejects.toThrow();
        // A crash may lose the last commits, and no block that was flushed.
        const flushed = written + 20;
        await until(() => appended >= flushed);
        await server.flush();
        await until(() => appended > flushed + 10 * crash);
        await server.crash();
        await failed;
        written = await clean.expectEqual(crashed);
        expect(written).toBeGreaterThanOrEqual(flushed);
      }
      await clean.close();
      await crashed.close();
    },
  );
});
