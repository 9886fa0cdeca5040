import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const SETUP = path.resolve(__dirname, '..', '..', '..', 'scripts', 'setup');
const run = promisify(execFile);

/** Takes a lock in one process while it has another or the same one, and prints what happens in order. */
const twice = (...names: readonly [string, string]) => `
  const { alone } = await import('./scripts/setup/setup-lock.mjs');
  const work = (name) => async () => {
    console.log(name + ' begins');
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log(name + ' ends');
  };
  await Promise.all([alone(work('first'), '${names[0]}'), alone(work('second'), '${names[1]}')]);
`;

describe('the lock of the setup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'setup-lock-'));
  beforeAll(() => {
    cpSync(SETUP, path.join(folder, 'scripts', 'setup'), { recursive: true });
    mkdirSync(path.join(folder, '.cache'));
    writeFileSync(path.join(folder, 'package.json'), '{}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('a lock that a killed process with the number of this one left is taken', async () => {
    const script = `
      const { writeFileSync } = await import('node:fs');
      writeFileSync('.cache/setup.lock', String(process.pid));
      const { alone } = await import('./scripts/setup/setup-lock.mjs');
      await alone(() => console.log('done'));
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(stdout).toBe('done\n');
    expect(readdirSync(path.join(folder, '.cache'))).toEqual([]);
  });

  /** Steps of both in their order. */
  const stepsOf = async (...names: readonly [string, string]): Promise<string[]> => {
    const args = ['--input-type=module', '-e', twice(...names)];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    return stdout.split('\n').filter(Boolean);
  };

  it('a process that asks twice works once at a time', async () => {
    expect(await stepsOf('setup', 'setup')).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ]);
  });

  it('work of another name does not wait, and each lock is removed', async () => {
    const steps = await stepsOf('setup', 'helm');
    expect(steps.slice(0, 2)).toEqual(['first begins', 'second begins']);
    expect(readdirSync(path.join(folder, '.cache'))).toEqual([]);
  });
});
