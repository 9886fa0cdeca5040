import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { longOr } from '../harness/long';
import { freePorts } from '../harness/process/ports';
import { runProgram } from '../harness/process/run-program';
import { EmptyProject, NpxProduct } from './installed';

const ROOT = path.resolve(__dirname, '..', '..');
const SCRIPT = path.join(ROOT, 'scripts', 'package-starter.mjs');
/**
 * The published archive takes half a minute to compress. The short form compresses less, to 5.63 MB instead of 4.9: its
 * limit is as far above.
 */
const [STARTER_QUALITY, MOST_BYTES] = longOr(['10', 5_000_000], ['5', 5_735_000]);

/** The files below a folder with their contents. */
const contentsOf = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, exclude: (name) => name === '.' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}`,
    )
    .sort();

async function json(url: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answer = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

describe('the package chain-tool-gateway', () => {
  const user = new EmptyProject();
  const installed = path.join(user.project, 'node_modules', 'chain-tool-gateway');
  const cache = path.join(user.home, '.cache', 'chain-tool-gateway');
  const command = path.join(user.project, 'node_modules', '.bin', 'chain-tool-gateway');
  let archive: string;
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    const args = [SCRIPT, '--pack-destination', user.folder];
    const { code, output } = await runProgram(process.execPath, args, {
      cwd: ROOT,
      env: { STARTER_QUALITY },
    });
    expect({ code, output }).toEqual({ code: 0, output });
    archive = path.join(user.folder, output.trim().split('\n').at(-1)!);
    await user.install(archive);
  });
  afterEach(() => stop());
  afterAll(() => user.remove());

  async function stop(): Promise<void> {
    if (running === undefined) return;
    const stopped = running;
    running = undefined;
    // A start that failed has ended by itself, and its test has the output.
    if (stopped.exitCode !== null) return;
    const ended = once(stopped, 'close');
    stopped.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }

  /** Resolves to the output of a run when its banner is complete. */
  async function start(...flags: string[]): Promise<string> {
    running = spawn(command, flags, { cwd: user.project, env: user.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [running.stdout!, running.stderr!])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    const ended = once(running, 'close').then(() => Promise.reject(new Error(output)));
    while (!output.includes('Ctrl-C stops everything'))
      await Promise.race([once(running.stdout!, 'data'), ended]);
    ended.catch(() => undefined);
    return output;
  }

  it('the archive is below 5 MB as it is published, needs no other package, and holds no program beside its archive', () => {
    expect(statSync(archive).size).toBeLessThan(MOST_BYTES);
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(globSync('node_modules/{*,@*/*}/package.json', { cwd: user.project })).toHaveLength(1);
    for (const app of ['gateway', 'devchain', 'history'])
      expect(readFileSync(path.join(installed, 'notices', `${app}.txt`), 'utf8')).toContain('(MIT');
  });

  it('--help and --version prepare nothing', async () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await user.must(command, '--version')).toBe(`${version}\n`);
    expect(await user.must(command, '--help')).toMatch(
      /^Usage: npx chain-tool-gateway \[flags\]\n[^]*--ports BASE/,
    );
    expect(globSync('**/*', { cwd: path.join(user.home, '.cache') })).toEqual([]);
  });

  it('the command names the Node that it needs on one that is too old', async () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.0' });`;
    const starter = path.join(installed, 'scripts', 'starter', 'starter.cjs');
    const { code, output } = await runProgram(process.execPath, ['-e', `${old} require('${starter}')`]);
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('needs Node 20 or newer') as string,
    });
  });

  it('the cache folder is refused when other users can write to it', async () => {
    const open = path.join(user.folder, 'open');
    const env = { ...user.env, XDG_CACHE_HOME: open };
    await user.must('mkdir', '-p', '-m', '777', path.join(open, 'chain-tool-gateway'));
    await user.must('chmod', '777', path.join(open, 'chain-tool-gateway'));
    const ports = ['--ports', String(await freePorts(9))];
    const { code, output } = await runProgram(command, ports, { cwd: user.project, env });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining(
        'can be written by other users, who may have put programs into it: remove it',
      ) as string,
    });
  });

  it('the command runs all that npm start runs, and writes to the cache folder of the user alone', async () => {
    const before = contentsOf(user.project);
    const base = await freePorts(9);
    const url = `http://127.0.0.1:${base}`;
    const output = await start('--ports', String(base));
    expect(output).toContain('Chain Tool Gateway: ready');
    expect(output).toContain(`${url}/mcp`);
    for (const network of ['mainnet', 'testnet'])
      expect(await json(`${url}/v1/tools/get_account`, { network, account: 'alice' })).toMatchObject({
        account: 'alice',
      });
    const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await json(`${url}/mcp`, ping)).toHaveProperty('result.tools');
    expect(await json(`${url}/docs/openapi.json`)).toHaveProperty('paths');
    for (const page of ['/docs/swagger-ui-bundle.js', '/stream-client.js'])
      expect((await (await fetch(`${url}${page}`)).text()).length).toBeGreaterThan(1000);
    const front = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text();
    expect(front).toContain('/console/assets/main-');
    expect(await json(`http://127.0.0.1:${base + 7}/v2/health`)).toHaveProperty('health');
    await stop();
    expect(contentsOf(user.project)).toEqual(before);
    expect(globSync('*', { cwd: user.home })).toEqual([]);
    expect(globSync('programs-*', { cwd: cache })).toHaveLength(1);
  });

  it('npx runs the archive in an empty folder, and a signal to npx alone ends all processes', async () => {
    const product = await NpxProduct.start(user, archive);
    expect(await json(`${product.url}/v1/tools/get_chain_info`, {})).toHaveProperty('chain_id');
    await product.stop();
    await expect(fetch(`${product.url}/health`)).rejects.toThrow('fetch failed');
  });

  it('a start unpacks the programs again when a file of the cache folder is shorter', async () => {
    const [folder] = globSync('programs-*', { cwd: cache });
    const main = path.join(cache, folder!, 'gateway', 'main.js');
    const size = statSync(main).size;
    truncateSync(main, 100);
    const base = await freePorts(9);
    const state = path.join(user.project, 'kept');
    expect(await start('--ports', String(base), '--state', 'kept')).toContain('ready');
    expect(statSync(main).size).toBe(size);
    expect(globSync('**/*', { cwd: state }).length).toBeGreaterThan(1);
  });
});
