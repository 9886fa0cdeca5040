import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { segmentFile } from '../../../apps/history/src/segments/file-names';
import { SEGMENT_LIMITS } from '../../../apps/history/src/segments/segment-limits';
import { exportInto, hashesOf, manifestOf, urlOf, useArchiveFolders } from '../../harness/history/archives';
import { folderOf } from '../../harness/process/programs';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const newFolder = useArchiveFolders();
const PROGRAM = path.join(folderOf('history'), 'archive.js');
const BLOCKS = 20_500;
const LAST = BLOCKS - 3;

const start = (...args: string[]) =>
  spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });

async function run(...args: string[]): Promise<{ code: unknown; output: string }> {
  const child = start(...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, output };
}

describe('the program of archives', () => {
  const chain = new ModelChain();
  let server: ShipServer;
  beforeAll(async () => {
    chain.extend(BLOCKS);
    server = await ShipServer.start(chain);
  });
  afterAll(() => server.close());

  it('an export that is killed is continued to the archive of one that was not, and check proves it', async () => {
    const folder = newFolder('killed');
    for (const part of [0.3, 0.8]) {
      const victim = start('export', '--ship', server.url, '--folder', folder);
      const enough = server.sent + part * BLOCKS;
      while (server.sent < enough) await new Promise(setImmediate);
      victim.kill('SIGKILL');
      await once(victim, 'close');
    }
    const { code, output } = await run('export', '--ship', server.url, '--folder', folder);
    expect([code, output]).toEqual([0, expect.stringMatching(/wrote \d+ blocks, \d+ bytes, \d+ in files/)]);
    const whole = newFolder('whole');
    await exportInto(whole, server.url, { limits: SEGMENT_LIMITS });
    expect(hashesOf(folder)).toEqual(hashesOf(whole));
    expect(manifestOf(folder).segments.map(({ last_block: last }) => last)).toEqual([10_000, 20_000, LAST]);

    for (const archive of [folder, urlOf(folder)]) {
      const checked = await run('check', '--archive', archive);
      expect(checked).toEqual({ code: 0, output: expect.stringContaining('3 segments') });
      expect(checked.output).toContain(`blocks 1 to ${String(LAST)}`);
    }
    const [first] = manifestOf(folder).segments;
    rmSync(path.join(folder, segmentFile(first!.sha256)));
    const broken = await run('check', '--archive', folder);
    expect(broken.code).toBe(1);
    expect(broken.output).toContain(`${segmentFile(first!.sha256)} cannot be read`);
  });

  it('an export that gets SIGTERM keeps the blocks that it has, and ends with 1', async () => {
    const folder = newFolder('ended');
    const victim = start('export', '--ship', server.url, '--folder', folder);
    const enough = server.sent + 12_000;
    while (server.sent < enough) await new Promise(setImmediate);
    victim.kill('SIGTERM');
    const [code] = (await once(victim, 'close')) as unknown[];
    expect(code).toBe(1);
    expect(manifestOf(folder).segments.length).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    [[], 'export --ship'],
    [['import'], 'export --ship'],
    [['export', '--ship', 'ws://127.0.0.1:1'], 'export --ship'],
    [['export', '--ship', 'ws://127.0.0.1:1', '--folder', 'x', '--from', '0'], '--from: 0 is no number'],
    [['check', '--archive', '/there/is/none'], 'manifest.json cannot be read'],
    [['check', '--archive', '/there/is/none', '--max-message-mib', '4096'], '--max-message-mib: 4096'],
    [['check', '--other'], 'Unknown option'],
  ])('the arguments %j are refused with the reason alone', (args, reason) => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: newFolder('cwd') });
    expect(status).toBe(1);
    expect(stderr.toString()).toContain(reason);
    expect(stderr.toString()).not.toContain('    at ');
  });

  it.each([[['--help']], [['export', '--help']]])('the arguments %j print the usage', (args) => {
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...args]);
    expect([status, stdout.toString()]).toEqual([0, expect.stringContaining('export --ship')]);
  });

  it('an export above the last irreversible block is refused as such', async () => {
    const to = String(LAST + 1);
    const { output } = await run('export', '--ship', server.url, '--folder', newFolder('high'), '--to', to);
    expect(output).toContain(`is below block ${to}, up to which the archive is to be exported`);
  });

  it('npm run archive takes paths relative to the folder in which npm was called', async () => {
    const folder = newFolder('caller');
    await exportInto(path.join(folder, 'archive'), server.url, { to: 30 });
    const { status, stdout } = spawnSync(
      process.execPath,
      ['scripts/run.mjs', 'history', 'archive', 'check', '--archive', './archive'],
      { env: { ...process.env, INIT_CWD: folder } },
    );
    expect([status, stdout.toString()]).toEqual([0, expect.stringContaining('blocks 1 to 30')]);
  });
});
