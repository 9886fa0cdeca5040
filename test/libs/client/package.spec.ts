import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestGateway } from '../../harness/gateway/test-gateway';
import { outputOf, runProgram } from '../../harness/process/run-program';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const SCRIPT = path.join(ROOT, 'scripts', 'package.mjs');
const EXAMPLE = 'transfer-with-client.mts';

/** Settings of a project that checks everything, declarations of packages included. */
const STRICT = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom'],
  types: ['node'],
  typeRoots: [path.join(ROOT, 'node_modules', '@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  noEmit: true,
};

describe('the package chain-tool-client', () => {
  let project: string;
  beforeAll(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'client-'));
    const packed = await outputOf(process.execPath, [SCRIPT, 'client', '--pack-destination', project], ROOT);
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    const curves = ['curves', 'hashes'].map((name) => path.join(ROOT, 'node_modules', '@noble', name));
    const archive = path.join(project, packed.trim().split('\n').at(-1)!);
    await outputOf(
      'npm',
      ['install', '--offline', '--install-links', '--no-audit', '--no-fund', archive, ...curves],
      project,
    );
    copyFileSync(path.join(ROOT, 'docs', 'examples', 'typescript', EXAMPLE), path.join(project, EXAMPLE));
  });
  afterAll(() => rmSync(project, { recursive: true }));

  it('the archive holds the program, its types, the description and the licence, and nothing else', () => {
    const installed = path.join(project, 'node_modules', 'chain-tool-client');
    const { dependencies, files } = JSON.parse(
      readFileSync(path.join(installed, 'package.json'), 'utf8'),
    ) as {
      dependencies?: object;
      files: string[];
    };
    expect({ dependencies, files }).toEqual({ dependencies: undefined, files: ['dist'] });
    for (const file of ['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts', 'dist/keys.js'])
      expect(readFileSync(path.join(installed, file), 'utf8').length).toBeGreaterThan(0);
  });

  it('the example and right calls compile strictly in an empty project, and wrong calls are named', async () => {
    const head = `import { GatewayClient } from 'chain-tool-client';\nconst client = new GatewayClient({ url: 'http://127.0.0.1' });\n`;
    const files = {
      'right.ts': `${head}export const price: Promise<{ price: string }> = client.call('get_btc_price');\n`,
      'wrong.ts': `${head}void client.call('get_orderbook', {});\nvoid client.call('transfer', { from: 'a', to: 'b', symbol: 'EVIL', amount: '1' });\nvoid client.call('get_nothing');\nexport {};\n`,
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(project, file), text);
    const settings = { compilerOptions: STRICT, files: [...Object.keys(files), EXAMPLE] };
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(settings));
    const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { output } = await runProgram(process.execPath, [tsc, '-p', project], { cwd: project });
    const errors = output.match(/^\S+\(\d+,|error TS\d+/gm);
    expect(errors?.filter((each) => !each.startsWith('error'))).toEqual([
      'wrong.ts(3,',
      'wrong.ts(4,',
      'wrong.ts(5,',
    ]);
    // No error without a place: settings and packages.
    expect(errors).toHaveLength(6);
  });

  it('the example makes a transfer in an empty project', async () => {
    const gateway = await TestGateway.start();
    try {
      const env = { GATEWAY: gateway.url, CHAIN: gateway.chain.url };
      const { code, output } = await runProgram(process.execPath, [EXAMPLE], { cwd: project, env });
      expect({ code, output }).toEqual({
        code: 0,
        output: expect.stringMatching(/^executed [0-9a-f]{64} /m),
      });
      expect(await gateway.balance('bob', 'BTC')).toBeGreaterThan(0n);
    } finally {
      await gateway.close();
    }
  });
});
