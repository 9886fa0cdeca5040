// `npm run package:client`: compiles libs/client, and packs the archive that is published into dist/packages/client.
// Arguments go to npm: `npm run package:client -- --pack-destination FOLDER`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

await ensureInstalled('all');

const SOURCE = path.join(ROOT, 'libs', 'client');
const FOLDER = path.join(ROOT, 'dist', 'packages', 'client');
/** Of this process: several may pack at a time. */
const PACKAGE = `${FOLDER}.${process.pid}`;

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) giveUp(`${command} ${args[0]} failed.`);
}

process.on('exit', () => rmSync(PACKAGE, { recursive: true, force: true }));
const compiler = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
run(process.execPath, [compiler, '-p', SOURCE, '--outDir', path.join(PACKAGE, 'dist')], ROOT);
for (const file of ['package.json', 'README.md', 'LICENSE'])
  cpSync(path.join(SOURCE, file), path.join(PACKAGE, file));
const stated = process.argv.slice(2);
if (stated.length === 0) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}
run(
  'npm',
  ['pack', '--ignore-scripts', ...(stated.length === 0 ? ['--pack-destination', FOLDER] : stated)],
  PACKAGE,
);
