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
const CRASHES = longOr(100, 5);
/** More than a writer appends before one of them. */
const BLOCKS_OF_CRASH = 60;
const SERVER_CRASHES = longOr(10, 2);

/** A store that holds the blocks up to the cursor of another one, written without a crash. */
class Uninterrupted {
  readonly #writer: SqlHistoryWriter;
  #written = 0;

  constructor(
    private readonly database: SqlDatabase,
    private readonly blocks: readonly BlockWrites[],
  ) {
    this.#writer = new SqlHistoryWriter(database);
  }

  async open(): Promise<void> {
    await this.#writer.open(CHAIN_ID);
  }

  async expectEqual(crashed: SqlDatabase): Promise<number> {
    const cursor = await new SqlHistoryWriter(crashed).cursor();
    const end = this.blocks.findIndex(({ block }) => block.num === cursor?.num) + 1;
    // The crashed store may be behind what it had before: it is compared at its own cursor.
    if (end > this.#written) {
      await this.#writer.append(this.blocks.slice(this.#written, end), cursor!.irreversibleNum);
      this.#written = end;
    } else if (cursor !== undefined) {
      await this.#writer.undoTo(cursor.num);
      this.#written = end;
    }
    const wanted = await tableDigests(this.database);
    expect(await tableDigests(crashed)).toEqual({ ...wanted, undo: expect.any(String) });
    return end;
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}

/** The writer has done so many steps when it is killed, and may do some more until then. */
const stepsOf = (crash: number): number => 5 + 3 * (crash % 8);
const MORE_STEPS = 10;

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
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
    await delayWrites(await server.createDatabase('delayed'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('SQLite holds exactly the blocks up to its cursor after kill -9 of the writer', async () => {
    const blocks = randomChain(CRASHES * BLOCKS_OF_CRASH, 11);
    const input = path.join(folder, 'blocks');
    const file = path.join(folder, 'crashed.db');
    writeFileSync(input, serialize({ chainId: CHAIN_ID, blocks, reversible: REVERSIBLE }));
    const sqlite = (name: string) => new SqliteDatabase(name, { isReadOnly: false, cacheMiB: 8 });
    const clean = new Uninterrupted(sqlite(path.join(folder, 'clean.db')), blocks);
    await clean.open();
    const reached: number[] = [];
    for (let crash = 0; crash < CRASHES; crash++) {
      const script = path.join(__dirname, 'crashing-writer.mjs');
      const child = spawn(process.execPath, [script, file, input], { stdio: ['pipe', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      child.stdin.write(Buffer.alloc(stepsOf(crash) + MORE_STEPS));
      await lines(child.stdout, stepsOf(crash));
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
    const url = await server.createDatabase('seen');
    for (const writes of randomChain(SERVER_CRASHES, 13)) {
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
    ['wait', 'disk', (database: SqlDatabase): SqlDatabase => database],
    ['do not wait', 'memory', (database: SqlDatabase): SqlDatabase => new LazyCommits(database)],
  ])(
    'PostgreSQL, whose commits %s for the disk, holds exactly the blocks up to its cursor after the server was ended at once',
    async (_kind, store, withCommits) => {
      const blocks = randomChain(1_500, 12);
      const open = async (name: string) => {
        const url = await server.createDatabase(`${store}_${name}`);
        const database = await PostgresDatabase.at(url, { connections: 2 });
        await database.prepare();
        return withCommits(database);
      };
      const crashed = await open('crashed');
      const clean = new Uninterrupted(await open('clean'), blocks);
      await clean.open();
      await new SqlHistoryWriter(crashed).open(CHAIN_ID);
      let written = 0;
      for (let crash = 0; crash < SERVER_CRASHES; crash++) {
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
