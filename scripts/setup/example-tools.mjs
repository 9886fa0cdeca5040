// The programs of the examples in other languages, the packages of the Python example, and the Python client.
import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureProgram } from './apt.mjs';
import { CACHE, ROOT } from './paths.mjs';
import { PYTHON_BUILD, pythonWith } from './python-environment.mjs';
import { step } from './terminal.mjs';

const run = promisify(execFile);

const REQUIREMENTS = path.join(ROOT, 'docs', 'examples', 'python', 'requirements.txt');
const PYTHON_CLIENT = path.join(ROOT, 'libs', 'client', 'python');

/** Resolves when curl, Python and Go are on the PATH. */
export async function ensureExamplePrograms() {
  await ensureProgram({ commands: ['curl'], packages: ['curl'], purpose: 'The examples need curl' });
  await ensureProgram({
    commands: ['python3'],
    packages: ['python3', 'python3-venv'],
    purpose: 'The examples need Python 3',
  });
  await ensureProgram({ commands: ['go'], packages: ['golang-go'], purpose: 'The examples need Go' });
}

/** Resolves to the path of an interpreter that has the packages of the Python example. */
export const examplesPython = () =>
  pythonWith('python-examples', 'Installing the packages of the Python example (once)', ['-r', REQUIREMENTS]);

/** An empty environment with the wheel of the Python client as it is now. */
async function pythonWithClient() {
  const tools = await pythonWith(...PYTHON_BUILD);
  const wheels = path.join(ROOT, 'dist', 'packages', 'client-python');
  const home = path.join(CACHE, 'tools', 'python-client');
  const python = path.join(home, 'bin', 'python');
  await step('Packing the Python client, and installing it into an empty environment', async () => {
    for (const folder of [wheels, home]) rmSync(folder, { recursive: true, force: true });
    await run(tools, ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', wheels], {
      cwd: PYTHON_CLIENT,
    });
    const [wheel] = readdirSync(wheels);
    await run('python3', ['-m', 'venv', home]);
    const packages = [
      `${path.join(wheels, wheel)}[keys]`,
      'coincurve==21.0.0',
      'httpx==0.28.1',
      'mypy==2.4.1',
    ];
    await run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
  });
  return python;
}

/** Resolves when the variables of this process name the interpreters of the example specs. */
export async function prepareExamples() {
  await ensureExamplePrograms();
  process.env.EXAMPLES_PYTHON = await examplesPython();
  process.env.PYTHON_CLIENT = await pythonWithClient();
}
