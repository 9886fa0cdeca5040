import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outputOf } from '../harness/process/run-program';
import { TestChain } from '../harness/node/test-chain';
import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';

const ROOT = path.resolve(__dirname, '..', '..');
const SCRIPT = path.join(ROOT, 'scripts', 'package.mjs');
const OPEN_SOURCE = ['MIT', 'ISC', 'Apache-2.0'];

interface Manifest {
  readonly license: string;
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

describe('the package chain-tool-signer', () => {
  let project: string;
  beforeAll(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'signer-package-'));
    const packed = await outputOf(process.execPath, [SCRIPT, 'signer', '--pack-destination', project], ROOT);
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ private: true }));
    const archive = path.join(project, packed.trim().split('\n').at(-1)!);
    const install = ['install', '--offline', '--install-links', '--no-audit', '--no-fund'];
    await outputOf('npm', [...install, archive], project);
  });
  afterAll(() => rmSync(project, { recursive: true }));

  const manifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

  it('the package is one program without dependencies, and holds open source alone', () => {
    const own = path.join(project, 'node_modules/chain-tool-signer');
    expect(manifest(path.join(own, 'package.json')).dependencies ?? {}).toEqual({});
    expect(globSync('node_modules/{*,@*/*}/package.json', { cwd: project })).toHaveLength(1);
    expect(globSync('**/*.{js,cjs,mjs,node,wasm}', { cwd: own }).sort()).toEqual(['main.js', 'signer.cjs']);
    const notices = readFileSync(path.join(own, 'LICENSES-OF-PACKAGES.txt'), 'utf8');
    const stated = notices
      .split(`\n${'-'.repeat(80)}\n`)
      .map((notice) => /^(\S+) \S+ \(([^,)]+)/.exec(notice.trim())!.slice(1));
    expect(stated.map(([name]) => name)).toEqual([
      '@modelcontextprotocol/core',
      '@modelcontextprotocol/server',
      '@noble/curves',
      '@noble/hashes',
      '@scure/base',
      'yaml',
      'zod',
    ]);
    for (const [, license] of stated) expect(OPEN_SOURCE).toContain(license);
  });

  it('--version prints the version of the package', async () => {
    const own = path.join(project, 'node_modules/chain-tool-signer');
    const printed = await outputOf(path.join(project, 'node_modules/.bin/signer'), ['--version'], project);
    expect(printed).toBe(`${manifest(path.join(own, 'package.json')).version}\n`);
  });

  it('server.json names the version of the package, and the arguments of the program', () => {
    const own = path.join(project, 'node_modules/chain-tool-signer');
    const { name, version, mcpName } = manifest(path.join(own, 'package.json'));
    const server = JSON.parse(readFileSync(path.join(own, 'server.json'), 'utf8')) as {
      packages: { packageArguments: { name?: string }[] }[];
    };
    const listed = { identifier: name, version, transport: { type: 'stdio' } };
    expect(server).toMatchObject({ name: mcpName, version, packages: [listed] });
    expect(server.packages[0]!.packageArguments.map((each) => each.name)).toEqual([
      undefined,
      '--folder',
      '--passphrase-file',
    ]);
  });

  it('the installed program makes a folder, a policy that allows nothing, and a key', async () => {
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS });
    const signer = (...words: string[]) =>
      outputOf(path.join(project, 'node_modules/.bin/signer'), words, project);
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
      expect(await signer('install', 'cursor', ...own)).toContain('"serve"');
    } finally {
      await chain.close();
    }
  });
});
