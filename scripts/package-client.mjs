// `npm run package:client`: compiles libs/client into dist/packages/client, and packs the archive that is published.
// Arguments go to npm: `npm run package:client -- --pack-destination FOLDER`.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

await ensureInstalled('all');

const SOURCE = path.join(ROOT, 'libs', 'client');
const PACKAGE = path.join(ROOT, 'dist', 'packages', 'client');

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) giveUp(`${command} ${args[0]} failed.`);
}

rmSync(PACKAGE, { recursive: true, force: true });
const compiler = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
run(process.execPath, [compiler, '-p', SOURCE, '--outDir', path.join(PACKAGE, 'dist')], ROOT);
for (const file of ['package.json', 'README.md', 'LICENSE'])
  cpSync(path.join(SOURCE, file), path.join(PACKAGE, file));
run('npm', ['pack', '--ignore-scripts', ...process.argv.slice(2)], PACKAGE);
