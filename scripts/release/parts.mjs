// The parts of a release. Each makes its files below a folder of its own.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { API_DOCUMENT, ensureHelm, ROOT } from '../setup.mjs';
import { PYTHON_BUILD, pythonWith } from '../setup/python-environment.mjs';
import { run } from './run.mjs';

const npmPackage =
  (script, ...args) =>
  async (out) => {
    const folder = path.join(out, 'npm');
    mkdirSync(folder, { recursive: true });
    await run(process.execPath, [path.join('scripts', script), ...args, '--pack-destination', folder]);
  };

async function python(out) {
  const interpreter = await pythonWith(...PYTHON_BUILD);
  const args = ['-m', 'hatchling', 'build', '--directory', path.join(out, 'python')];
  for (const target of ['wheel', 'sdist'])
    await run(interpreter, [...args, '--target', target], {
      cwd: path.join(ROOT, 'libs', 'client', 'python'),
    });
}

async function chart(out) {
  await ensureHelm();
  const source = path.join(ROOT, 'helm', 'chain-tool-gateway');
  await run(process.env.HELM, ['package', source, '--destination', path.join(out, 'helm')]);
}

async function sbom(out) {
  writeFileSync(path.join(out, 'sbom.cdx.json'), await run('npm', ['run', '--silent', 'sbom']));
}

/** It needs packages, and a Node that reads it: those that release.mjs installs first. */
const executables = async (out, flags) => (await import('./executables.mjs')).executables(out, flags);

/** release.mjs compares it with that of the last release before anything is made. */
const api = (out) => cpSync(API_DOCUMENT, path.join(out, 'openapi.json'));

/**
 * By name, in the order in which they are made: one after the other, since each needs all of a small machine. They get the
 * folder of the release and its flags.
 */
export const PARTS = {
  starter: npmPackage('package-starter.mjs'),
  signer: npmPackage('package.mjs', 'signer'),
  client: npmPackage('package.mjs', 'client'),
  'chain-client': npmPackage('package.mjs', 'chain-client'),
  'nest-tools': npmPackage('package.mjs', 'nest-tools'),
  executables,
  python,
  chart,
  sbom,
  api,
};
