import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TestGateway } from '../harness/gateway/test-gateway';

const ROOT = path.resolve(__dirname, '..', '..');

/** The program of the page, speaking to these servers instead of the default ports. */
function documentedProgram({ url, chain }: TestGateway): string {
  const page = readFileSync(path.join(ROOT, 'docs', 'first-transfer.md'), 'utf8');
  const [, program] = /```js\n([\s\S]+?)```/.exec(page)!;
  return program!.replace('http://127.0.0.1:3000', url).replace('http://127.0.0.1:8888', chain.url);
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

describe('printed programs', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.close());

  it('docs/first-transfer.md is a program that works as printed', async () => {
    // Inside the repository, so that its one import resolves; another run in the folder has one of its own.
    const file = path.join(ROOT, '.cache', `first-transfer-${process.pid}.mjs`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, documentedProgram(gateway));
    const { code, output } = await run(file);
    rmSync(file);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("status: 'executed'") });
    expect(output).toContain('alice sends 0.00010000 BTC');
  });
});
