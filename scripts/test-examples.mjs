// `npm run test:examples`: runs docs/examples in curl, Python and Go against a fresh start.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureProgram } from './setup/apt.mjs';
import { runJest } from './setup/jest.mjs';
import { CACHE, ROOT } from './setup/paths.mjs';
import { giveUp, step } from './setup/terminal.mjs';
import { prepare } from './setup.mjs';

const run = promisify(execFile);

/** An interpreter with the packages of the example, in a separate folder. */
async function pythonWithPackages() {
  const home = path.join(CACHE, 'tools', 'python-examples');
  const python = path.join(home, 'bin', 'python');
  if (existsSync(python)) return python;
  const requirements = path.join(ROOT, 'docs', 'examples', 'python', 'requirements.txt');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(path.dirname(home), { recursive: true });
  try {
    await step('Installing the packages of the Python example (once)', async () => {
      await run('python3', ['-m', 'venv', home]);
      await run(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
    });
  } catch (error) {
    renameSync(home, `${home}.failed`);
    giveUp(`The packages of the Python example could not be installed: ${error.stderr || error.message}`);
  }
  return python;
}

await prepare('all');
await ensureProgram({ commands: ['curl'], packages: ['curl'], purpose: 'The examples need curl' });
await ensureProgram({
  commands: ['python3'],
  packages: ['python3', 'python3-venv'],
  purpose: 'The examples need Python 3',
});
await ensureProgram({ commands: ['go'], packages: ['golang-go'], purpose: 'The examples need Go' });
process.env.EXAMPLES_PYTHON = await pythonWithPackages();
await runJest(['--config', 'jest.examples.config.js', ...process.argv.slice(2)]);
