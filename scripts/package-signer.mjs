// `npm run package:signer`: puts the compiled signer into dist/packages/signer, and packs the archive that is published.
// Arguments go to npm: `npm run package:signer -- --pack-destination FOLDER`.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { giveUp, prepare, ROOT } from './setup.mjs';

await prepare();

const SOURCE = path.join(ROOT, 'apps', 'signer');
const COMPILED = path.join(ROOT, 'dist', 'compiled');
const PACKAGE = path.join(ROOT, 'dist', 'packages', 'signer');

rmSync(PACKAGE, { recursive: true, force: true });
for (const folder of ['apps/signer', 'libs/client'])
  cpSync(path.join(COMPILED, folder), path.join(PACKAGE, 'dist', folder), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
for (const file of ['package.json', 'README.md', 'LICENSE', 'policy.schema.json', 'signer.cjs'])
  cpSync(path.join(SOURCE, file), path.join(PACKAGE, file));
const { status } = spawnSync('npm', ['pack', '--ignore-scripts', ...process.argv.slice(2)], {
  cwd: PACKAGE,
  stdio: 'inherit',
});
if (status !== 0) giveUp('npm pack failed.');
