// The executables of a release: Node and a program in one file (docs/decisions/0025).
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programFolder, ROOT } from '../setup.mjs';
import { alone } from '../setup/setup-lock.mjs';
import { installTool, isToolInstalled, toolHome } from '../setup/tools.mjs';
import { executableParts } from './executable-parts.mjs';
import { MAKER, PLATFORMS } from './platforms.mjs';
import { run } from './run.mjs';
import { releaseVersion } from './versions.mjs';

const require = createRequire(import.meta.url);
const TOOL = 'executables';
/** Node looks for its parts where it finds this, and where the digit after it is 1. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Resolves to the file of Node of a platform. */
async function nodeOf(platform) {
  if (!isToolInstalled(TOOL, platform)) await alone(() => installTool(TOOL, () => undefined, platform));
  return path.join(toolHome(TOOL, platform), 'node_modules', PLATFORMS[platform].node);
}

async function makeExecutable({ app, platform, maker, out, folder }) {
  const settings = await executableParts(app, platform, folder);
  const config = path.join(folder, 'settings.json');
  writeFileSync(config, JSON.stringify(settings));
  await run(maker, ['--experimental-sea-config', config]);
  const name = `chain-tool-${app}-${releaseVersion(ROOT)}-${platform}${PLATFORMS[platform].end}`;
  const file = path.join(out, name);
  copyFileSync(await nodeOf(platform), file);
  // A process of its own: it takes a gigabyte, and prints warnings about the sections that it adds.
  const postject = path.join(path.dirname(require.resolve('postject')), 'cli.js');
  const resource = ['NODE_SEA_BLOB', settings.output, '--sentinel-fuse', FUSE];
  await run(process.execPath, [postject, file, ...resource]);
}

function writeLicences(out, node) {
  const texts = [
    path.join(ROOT, 'LICENSE'),
    path.resolve(node, '..', '..', 'LICENSE'),
    ...['gateway', 'history', 'devchain', 'signer'].map((app) =>
      path.join(programFolder(app), 'LICENSES-OF-PACKAGES.txt'),
    ),
  ].map((file) => readFileSync(file, 'utf8').trim());
  writeFileSync(path.join(out, 'LICENSES.txt'), `${texts.join(`\n\n${'='.repeat(80)}\n\n`)}\n`);
}

/** Makes the executables of these platforms below the folder of the release. */
export async function executables(release, { platforms }) {
  if (`${process.platform}-${process.arch}` !== MAKER)
    throw new Error(`executables are made on ${MAKER}; elsewhere: --without executables`);
  const out = path.join(release, 'executables');
  mkdirSync(out, { recursive: true });
  const maker = await nodeOf(MAKER);
  const temporary = mkdtempSync(path.join(tmpdir(), 'executables-'));
  try {
    for (const platform of platforms)
      for (const app of PLATFORMS[platform].apps) {
        const folder = path.join(temporary, `${app}-${platform}`);
        await makeExecutable({ app, platform, maker, out, folder });
      }
  } finally {
    rmSync(temporary, { recursive: true });
  }
  writeLicences(out, maker);
}
