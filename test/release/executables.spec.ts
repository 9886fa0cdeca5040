import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { longOr } from '../harness/long';
import { TestChain } from '../harness/node/test-chain';
import { freePorts } from '../harness/process/ports';
import { type Ended, runProgram } from '../harness/process/run-program';
import { until } from '../harness/until';
import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';
import { EmptyProject } from './installed';

const ROOT = path.resolve(__dirname, '..', '..');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
const OTHERS = 'starter,signer,client,chain-client,nest-tools,python,chart,sbom,api';
/** The short form makes those that run here. */
const PLATFORMS = longOr(['linux-x64', 'linux-arm64', 'win32-x64'], ['linux-x64']);

/** The first bytes of each file: its format, and for Linux its processor. */
const HEADS: Readonly<Record<string, RegExp>> = {
  'linux-x64': /^\x7fELF.{14}\x3e/s,
  'linux-arm64': /^\x7fELF.{14}\xb7/s,
  'win32-x64': /^MZ/,
};

describe('the executables of a release', () => {
  const user = new EmptyProject();
  const folder = mkdtempSync(path.join(tmpdir(), 'executables-'));
  const fileOf = (app: string, platform = 'linux-x64') =>
    path.join(folder, 'executables', `chain-tool-${app}-${version}-${platform}`);
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    const flags = ['--out', folder, '--without', OTHERS, '--platforms', PLATFORMS.join()];
    const script = path.join(ROOT, 'scripts', 'release.mjs');
    const { code, output } = await runProgram(process.execPath, [script, ...flags], { cwd: ROOT });
    expect({ code, output }).toEqual({ code: 0, output });
  });
  afterAll(() => {
    running?.kill('SIGKILL');
    user.remove();
    rmSync(folder, { recursive: true });
  });

  /** Neither a Node nor any other program is on the PATH. */
  const env = (settings: NodeJS.ProcessEnv = {}) => ({ ...user.env, PATH: '/nonexistent', ...settings });
  const run = (app: string, words: readonly string[], settings?: NodeJS.ProcessEnv): Promise<Ended> =>
    runProgram(fileOf(app), words, { cwd: user.project, env: env(settings) });
  const must = async (app: string, ...words: readonly string[]): Promise<string> => {
    const { code, output } = await run(app, words);
    expect({ code, output }).toEqual({ code: 0, output });
    return output;
  };

  it('the release has a checksum of each executable, the licences, and a command in its notes', () => {
    const sums = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8');
    const notes = readFileSync(path.join(folder, 'RELEASE-NOTES.md'), 'utf8');
    for (const app of ['gateway', 'signer']) {
      expect(sums).toContain(`  executables/${path.basename(fileOf(app))}\n`);
      expect(notes).toContain(`./executables/${path.basename(fileOf(app))} --help`);
    }
    const licences = readFileSync(path.join(folder, 'executables', 'LICENSES.txt'), 'utf8');
    for (const name of ['Node.js is licensed', '@wharfkit/antelope', '@modelcontextprotocol/server'])
      expect(licences).toContain(name);
  });

  it.each(PLATFORMS)(
    'the executables of %s are programs of that platform with their parts in them',
    (platform) => {
      const files = globSync(`executables/*-${platform}{,.exe}`, { cwd: folder });
      expect(files).toHaveLength(platform.startsWith('linux') ? 2 : 1);
      for (const file of files) {
        const head = Buffer.alloc(20);
        readSync(openSync(path.join(folder, file), 'r'), head);
        expect(head.toString('latin1')).toMatch(HEADS[platform]!);
        expect(
          readFileSync(path.join(folder, file)).includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'),
        ).toBe(true);
      }
    },
  );

  it('the signer prints its version and commands, and refuses a word that it does not know', async () => {
    expect(await must('signer', '--version')).toBe(`${version}\n`);
    expect(await must('signer', '--help')).toContain('policy check | policy show');
    const { code, output } = await run('signer', ['approev']);
    expect({ code, output }).toEqual({
      code: 2,
      output: expect.stringContaining('there is no command approev') as string,
    });
  });

  it('the signer makes a folder, a policy that allows nothing, and a key', async () => {
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS });
    try {
      writeFileSync(path.join(user.project, 'passphrase'), 'correct horse battery', { mode: 0o600 });
      const own = ['--folder', 'bob', '--passphrase-file', 'passphrase'];
      const node = ['--node', chain.url, '--gateway', 'http://127.0.0.1:1'];
      await must('signer', 'init', ...node, '--account', 'bob', '--permission', 'trader', ...own);
      expect(await must('signer', 'key', 'add', ...own)).toMatch(/^PUB_K1_\w{50}\n/);
      expect(await must('signer', 'log', '--verify', ...own)).toContain('1 entries, each authentic');
      const [text] = (await must('signer', 'install', 'cursor', ...own)).split('\n\n');
      const { mcpServers } = JSON.parse(text!) as { mcpServers: Record<string, unknown> };
      expect(mcpServers['chain-tool-signer']).toEqual({
        command: fileOf('signer'),
        env: { NODE_DISABLE_COMPILE_CACHE: '1' },
        args: expect.arrayContaining(['serve', '--folder', path.join(user.project, 'bob')]) as string[],
      });
    } finally {
      await chain.close();
    }
  });

  it('the signer takes no compiled code of a folder that the environment names', async () => {
    const compiled = path.join(user.project, 'compiled');
    expect((await run('signer', ['--version'], { NODE_COMPILE_CACHE: compiled })).code).toBe(0);
    const files = globSync('**/*', { cwd: compiled, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual([]);
  });

  it('the signer does not start where the check of certificates is switched off', async () => {
    const { code, output } = await run('signer', ['log'], { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0 switches off') as string,
    });
  });

  it('the signer loads no module that NODE_OPTIONS names', async () => {
    const module = path.join(user.project, 'evil.cjs');
    writeFileSync(module, `console.log('loaded');`);
    const settings = { NODE_OPTIONS: `--require ${module}`, NODE_DEBUG: 'x' };
    expect(await run('signer', ['--version'], settings)).toEqual({ code: 0, output: `${version}\n` });
    expect((await run('signer', [`--node-options=--require ${module}`, '--help'])).output).not.toContain(
      'loaded',
    );
  });

  it('the gateway prints its version and flags, and names a wrong flag, program or setting', async () => {
    expect(await must('gateway', '--version')).toBe(`${version}\n`);
    expect(await must('gateway', '--help')).toContain('chain-tool-gateway run PROGRAM');
    expect(await must('gateway', 'run', 'gateway', '--version')).toBe(`${version}\n`);
    for (const [words, message] of [
      [['--prots', '4000'], 'did you mean --ports?'],
      [['run', 'gatewya'], '"gatewya" is none of gateway, devchain'],
      [['run', 'gateway'], 'PORT: "abc" is not a TCP port'],
    ] as const) {
      const { code, output } = await run('gateway', words, { PORT: 'abc' });
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(message) as string });
    }
  });

  it('the gateway runs all that npm start runs, answers a tool, and writes to the cache folder alone', async () => {
    const before = globSync('**/*', { cwd: user.project });
    const ports = await freePorts(9);
    running = spawn(fileOf('gateway'), ['--ports', String(ports)], {
      ...{ cwd: user.project, env: env(), stdio: ['ignore', 'pipe', 'inherit'] },
    });
    const ended = once(running, 'close');
    let output = '';
    running.stdout!.on('data', (text: Buffer) => (output += text.toString()));
    await until(() => output.includes('Ctrl-C') || running!.exitCode !== null);
    const url = `http://127.0.0.1:${ports}`;
    const answer = await fetch(`${url}/v1/tools/get_account`, {
      method: 'POST',
      body: '{"account":"alice"}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { account: 'alice' }]);
    for (const page of [
      `${url}/docs/swagger-ui.css`,
      `${url}/docs/guide`,
      `http://127.0.0.1:${ports + 7}/v2/health`,
    ])
      expect((await fetch(page)).status).toBe(200);
    running.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(globSync('**/*', { cwd: user.project })).toEqual(before);
    expect(globSync('{*,.*}', { cwd: user.home })).toEqual(['.cache']);
  });
});
