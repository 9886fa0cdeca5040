import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../../harness/process/run-program';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const JEST = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

/** Asserts that the worker is untouched, and leaves every change behind that a spec file may make. */
const CHANGES = `
import './counted';
test('is first in its worker, as far as it sees', () => {
  expect(process.env.LEFT_BEHIND).toBeUndefined();
  expect(process.env.PATH).toBeDefined();
  expect(JSON.parse).not.toHaveProperty('mock');
  expect(setTimeout).not.toHaveProperty('clock');
  expect(Object.hasOwn(globalThis, Symbol.for('TEST_TIMEOUT_SYMBOL'))).toBe(false);
  expect(process.cwd()).not.toBe('/');
  process.chdir('/');
  process.env.LEFT_BEHIND = 'yes';
  delete process.env.PATH;
  jest.spyOn(JSON, 'parse');
  jest.useFakeTimers();
  jest.setTimeout(1000);
  expect(setTimeout).toHaveProperty('clock');
});`;

describe('the worker of spec files', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'worker-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  const run = (env: NodeJS.ProcessEnv = {}) =>
    runProgram(process.execPath, [JEST, '--runInBand', '--roots', folder], { cwd: ROOT, env });

  it('a worker evaluates a module once, and undoes the changes of a spec file before the next', async () => {
    write('counted.ts', `require('node:fs').appendFileSync(__dirname + '/evaluations', 'once');`);
    write('a.spec.ts', CHANGES);
    write('b.spec.ts', CHANGES);
    const { output } = await run();
    expect(output).toContain('Tests:       2 passed, 2 total');
    expect(readFileSync(path.join(folder, 'evaluations'), 'utf8')).toBe('once');
  });

  it('a worker draws the same cases of a property in each run, but for the long form', async () => {
    const fastCheck = JSON.stringify(require.resolve('fast-check'));
    const drawn = `JSON.stringify(require(${fastCheck}).sample(require(${fastCheck}).nat(), 5))`;
    write(
      'a.spec.ts',
      `test('t', () => require('node:fs').appendFileSync(__dirname + '/drawn', ${drawn} + '\\n'));`,
    );
    for (const TEST_LONG of ['0', '0', '1']) await run({ TEST_LONG });
    const [first, second, long] = readFileSync(path.join(folder, 'drawn'), 'utf8').split('\n');
    expect(second).toBe(first);
    expect(long).not.toBe(first);
  });

  it('a worker names the line of a failure in the TypeScript source', async () => {
    write(
      'a.spec.ts',
      `interface Absent {\n  readonly text: string;\n}\ntest('t', () => {\n  throw new Error('here');\n});`,
    );
    const { output } = await run();
    expect(output).toContain('a.spec.ts:5:9');
  });

  it('a worker fails a spec file that replaces a module', async () => {
    write('a.spec.ts', `jest.mock('node:fs');\ntest('t', () => undefined);`);
    const { output } = await run();
    expect(output).toContain('jest.mock is not a function');
  });

  it.each([
    ['ends', ''],
    ['is ended by a signal', `process.kill(process.pid, 'SIGTERM');`],
  ])('a worker that %s has written the lines of sources, and no program of a spec has', async (_, end) => {
    const counts = path.join(folder, 'counts');
    write('counted.ts', `export const two = (): number => 2;`);
    write(
      'a.spec.ts',
      `import { two } from './counted';
      test('t', () => {
        require('node:child_process').execFileSync(process.execPath, ['--eval', '0']);
        expect(two()).toBe(2);
      });
      afterAll(() => { ${end} });`,
    );
    await run({ NODE_V8_COVERAGE: counts });
    const files = readdirSync(counts).map((file) => readFileSync(path.join(counts, file), 'utf8'));
    expect(files).toEqual([expect.stringContaining('counted.ts')]);
  });
});
