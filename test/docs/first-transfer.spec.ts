import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LONG_NODE_TIMEOUTS } from '../harness/gateway/long-timeouts';
import { Product } from '../harness/process/product';

const ROOT = path.resolve(__dirname, '..', '..');

/** The program of the page, speaking to this product instead of the default ports. */
function documentedProgram({ ports }: Product): string {
  const page = readFileSync(path.join(ROOT, 'docs', 'first-transfer.md'), 'utf8');
  const [, program] = /```js\n([\s\S]+?)```/.exec(page)!;
  return program!
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.gateway}`)
    .replace('127.0.0.1:8888', `127.0.0.1:${ports.devchain}`);
}

function run(file: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', (code) => resolve({ code, output }));
  });
}

describe('docs/first-transfer.md', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.launch(LONG_NODE_TIMEOUTS);
    await product.printed('Ctrl-C stops everything');
  });
  afterAll(() => product.ended('SIGTERM'));

  it('docs/first-transfer.md is a program that works as printed', async () => {
    // Inside the repository, so that its one import resolves; another run in the folder has one of its own.
    const file = path.join(ROOT, '.cache', `first-transfer-${process.pid}.mjs`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, documentedProgram(product));
    const { code, output } = await run(file);
    rmSync(file);
    // With the lines of the product: a failure names its cause there.
    const seen = { code, output: `${output}\n${product.output}` };
    expect(seen).toMatchObject({ output: expect.stringContaining("status: 'executed'") });
    expect(seen).toMatchObject({ output: expect.stringContaining('alice sends 0.00010000 BTC') });
    expect(seen).toMatchObject({ code: 0 });
  });
});
