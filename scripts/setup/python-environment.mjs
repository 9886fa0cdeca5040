// Python interpreters with packages, each in a folder of .cache/tools.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { CACHE } from './paths.mjs';
import { giveUp, step } from './terminal.mjs';

const run = promisify(execFile);

/** Arguments of `pythonWith` for the environment that builds and checks the Python client. */
export const PYTHON_BUILD = [
  'python-build',
  'Installing what builds the Python client (once)',
  ['hatchling==1.33.0', 'mypy==2.4.1', 'httpx==0.28.1', 'coincurve==21.0.0'],
];

/** Resolves to the path of an interpreter that has these packages. Without one it ends the script. */
export async function pythonWith(name, title, packages) {
  const home = path.join(CACHE, 'tools', name);
  const python = path.join(home, 'bin', 'python');
  if (existsSync(python)) return python;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(path.dirname(home), { recursive: true });
  try {
    await step(title, async () => {
      await run('python3', ['-m', 'venv', home]);
      await run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
    });
  } catch (error) {
    renameSync(home, `${home}.failed`);
    giveUp(`${title}: ${error.stderr || error.message}`);
  }
  return python;
}
