import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../harness/process/run-program';
import { TestChain } from '../harness/node/test-chain';
import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';

const ROOT = path.resolve(__dirname, '..', '..');
const SCRIPT = path.join(ROOT, 'scripts', 'package-signer.mjs');
/** The four dependencies and theirs, which an install from a registry would bring. */
const PACKAGES = [
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
  '@noble/curves',
  '@noble/hashes',
  'yaml',
  'zod',
];
const OPEN_SOURCE = ['MIT', 'ISC', 'Apache-2.0'];

interface Manifest {
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

describe('the package chain-tool-signer', () => {
  let project: string;
  beforeAll(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'signer-package-'));
    const packed = await must(process.execPath, [SCRIPT, '--pack-destination', project], ROOT);
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ private: true }));
    const archive = path.join(project, packed.trim().split('\n').at(-1)!);
    const sources = PACKAGES.map((name) => path.join(ROOT, 'node_modules', name));
    const install = ['install', '--offline', '--install-links', '--no-audit', '--no-fund'];
    await must('npm', [...install, archive, ...sources], project);
  });
  afterAll(() => rmSync(project, { recursive: true }));

  async function must(command: string, args: readonly string[], cwd: string): Promise<string> {
    const { code, output } = await runProgram(command, args, { cwd });
    expect({ code, output }).toEqual({ code: 0, output });
    return output;
  }

  const manifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

  it('the package has four dependencies at most, in the versions that the tests ran, and open source alone', () => {
    const { dependencies = {} } = manifest(path.join(project, 'node_modules/chain-tool-signer/package.json'));
    const own = manifest(path.join(ROOT, 'package.json')).dependencies;
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(4);
    expect(own).toMatchObject(dependencies);
    const installed = globSync('node_modules/{*,@*/*}/package.json', { cwd: project });
    expect(installed).toHaveLength(PACKAGES.length + 1);
    for (const file of installed) expect(OPEN_SOURCE).toContain(manifest(path.join(project, file)).license);
  });

  it('the installed program makes a folder, a policy that allows nothing, and a key', async () => {
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS });
    const signer = (...words: string[]) =>
      must(path.join(project, 'node_modules/.bin/signer'), words, project);
    try {
      const own = ['--folder', 'bob', '--passphrase-file', 'passphrase'];
      writeFileSync(path.join(project, 'passphrase'), 'correct horse battery', { mode: 0o600 });
      const node = ['--node', chain.url, '--gateway', 'http://127.0.0.1:1'];
      await signer('init', ...node, '--account', 'bob', '--permission', 'trader', ...own);
      expect(await signer('policy', 'show', ...own)).toContain(
        'Allowed: nothing. Everything else is refused.',
      );
      expect(await signer('key', 'add', ...own)).toMatch(/^PUB_K1_\w{50}\n/);
      expect(await signer('log', '--verify', ...own)).toContain('1 entries, each authentic');
    } finally {
      await chain.close();
    }
  });
});
