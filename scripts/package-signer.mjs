// `npm run package:signer`: puts the program of the signer, one file, into dist/packages/signer, and packs the archive that is published.
// Arguments go to npm: `npm run package:signer -- --pack-destination FOLDER`.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { giveUp, prepare, ROOT } from './setup.mjs';

await prepare();

const SOURCE = path.join(ROOT, 'apps', 'signer');
const PROGRAM = path.join(ROOT, 'dist', 'signer');
const PACKAGE = path.join(ROOT, 'dist', 'packages', 'signer');

rmSync(PACKAGE, { recursive: true, force: true });
for (const file of ['main.js', 'LICENSES-OF-PACKAGES.txt'])
  cpSync(path.join(PROGRAM, file), path.join(PACKAGE, file));
for (const file of [
  'package.json',
  'README.md',
  'LICENSE',
  'chain-tool-signer.service',
  'policy.schema.json',
  'server.json',
  'signer.cjs',
])
  cpSync(path.join(SOURCE, file), path.join(PACKAGE, file));
const { status } = spawnSync('npm', ['pack', '--ignore-scripts', ...process.argv.slice(2)], {
  cwd: PACKAGE,
  stdio: 'inherit',
});
if (status !== 0) giveUp('npm pack failed.');
