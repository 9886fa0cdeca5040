import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { longOr } from '../../harness/long';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { randomChain } from '../store/random-chain';
import { historyText, SMALL } from './tiered-stores';

const BLOCKS = randomChain(80, 31);
const MOST_KILLS = longOr(200, 6);
/** A step of one range takes about a tenth of a second. */
const MS_OF_KILL = longOr(17, 34);

jest.setTimeout(longOr(24 * 60 * 60 * 1000, 600_000));

describe('a mover that is killed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'killed-'));
  const store = path.join(folder, 'killed.db');
  let clickhouse: ClickhouseServer;
  let url: string;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    url = clickhouse.createDatabase('killed');
    const writer = await openHistoryWriter(store);
    await writer.open(CHAIN_ID);
    await writer.append(BLOCKS, BLOCKS.at(-1)!.block.num);
    await writer.close();
  });
  afterAll(async () => {
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  async function contentOf(coldUrl?: string): Promise<string> {
    const reader = await openHistoryReader(store, {}, coldUrl);
    const content = await historyText(reader);
    await reader.close();
    return content;
  }

  /** True: it had nothing left to do. */
  async function killedAfter(ms: number): Promise<boolean> {
    const script = path.join(__dirname, 'crashing-mover.mjs');
    const args = [script, store, url, String(SMALL.hotBlocks), String(SMALL.rangeBlocks)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const lines: string[] = [];
    const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
    await once(reader, 'line');
    await wait(ms);
    child.kill('SIGKILL');
    await ended;
    return lines.at(-1) === 'done';
  }

  it('a history answers the same after each kill -9 of its mover, and when all ranges were moved at last', async () => {
    const wanted = await contentOf();
    let kills = 0;
    for (; kills < MOST_KILLS; kills++) {
      if (await killedAfter(MS_OF_KILL * (kills + 1))) break;
      expect(await contentOf(url)).toBe(wanted);
    }
    expect(kills).toBeGreaterThan(2);
    const writer = await openHistoryWriter(store, {}, { cold: { ...SMALL, url } });
    while ((await writer.coldMoves!.step()) !== undefined) continue;
    await writer.close();
    expect(await contentOf(url)).toBe(wanted);
    // It needs the cold tier by now.
    await expect(contentOf()).rejects.toThrow('set HISTORY_COLD_URL');
  });
});
