import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../../harness/until';

const START = path.resolve(__dirname, '../../../scripts/start');
const KEPT_CODE = path.join(START, 'kept-code.cjs');

describe('compiled code of programs', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kept-code-')));
  const program = path.join(folder, 'program.js');
  let running: ChildProcess | undefined;

  const filesOf = (kept: string): string[] =>
    readdirSync(kept).filter((name) => /^[0-9a-f]+-[0-9a-f]+$/.test(name));

  async function end(): Promise<void> {
    const ended = running && once(running, 'close');
    running?.kill('SIGKILL');
    running = undefined;
    await ended;
  }
  afterEach(end);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs a program that prints the text in a function, and resolves to what it prints. */
  async function printed(text: string, kept: string): Promise<string> {
    await end();
    writeFileSync(
      program,
      `function later() { return '${text}'; }\nconsole.log(later());\nsetInterval(() => {}, 60_000);\n`,
    );
    running = spawn(process.execPath, ['--require', KEPT_CODE, program], {
      env: { NODE_COMPILE_CACHE: kept },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(running.stdout!, 'data')) as [Buffer];
    return line.toString().trim();
  }

  /** The file that a run of a program keeps. */
  async function keptBy(text: string): Promise<{ kept: string; file: string }> {
    const kept = mkdtempSync(path.join(folder, 'of-'));
    expect(await printed(text, kept)).toBe(text);
    await until(() => filesOf(kept).length === 1);
    return { kept, file: path.join(kept, filesOf(kept)[0]!) };
  }

  it('a start runs the functions that an earlier one compiled, of the same source, whole', async () => {
    const one = await keptBy('one');
    const two = await keptBy('two');
    expect(await printed('one', two.kept)).toBe('one');

    // The code of another program, with the checksum of this source.
    const [own, other] = [readFileSync(one.file), readFileSync(two.file)];
    own.copy(other, 0, 0, 4);
    writeFileSync(one.file, other);
    expect(await printed('one', one.kept)).toBe('two');

    other[other.length - 1]! ^= 1;
    writeFileSync(one.file, other);
    expect(await printed('one', one.kept)).toBe('one');
  });

  it('a program runs where its code cannot be kept', async () => {
    const file = path.join(folder, 'file');
    cpSync(KEPT_CODE, file);
    const child = spawn(process.execPath, ['--require', KEPT_CODE, '-e', `require('${program}')`], {
      env: { NODE_COMPILE_CACHE: file },
    });
    running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    await until(() => output.includes('compiled code is not kept'));
    expect(output).toContain('one');
    expect(child.exitCode).toBeNull();
  });

  it.each([
    ['gateway', 'allocateRequestsYoung(); countBuffersWithHeap();'],
    ['history', 'allocateRequestsYoung();'],
  ])('the %s starts with the flags of V8 that it sets: others would refuse its code', (app, calls) => {
    const module = path.resolve(__dirname, '../../../dist/compiled/libs/operations/src/allocation.js');
    const options = pathToFileURL(path.join(START, 'node-options.mjs')).href;
    const code = `const { cachedDataVersionTag } = require('node:v8');
      const { allocateRequestsYoung, countBuffersWithHeap } = require(${JSON.stringify(module)});
      const before = cachedDataVersionTag();
      ${calls}
      console.log(cachedDataVersionTag() === before);`;
    const printOptions = `import { NODE_OPTIONS } from ${JSON.stringify(options)};
      console.log(NODE_OPTIONS.${app}.join('\\n'));`;
    const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
    const given = run('--input-type=module', '--eval', printOptions).split('\n');
    expect(run(...given, '--eval', code)).toBe('true');
    expect(run('--eval', code)).toBe('false');
  });
});
