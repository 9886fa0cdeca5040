// `npm run release`: makes all files of a release in dist/release. It publishes nothing, and sets no tag.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareApi } from './release/api-changes.mjs';
import { compactDocument } from './release/api-document.mjs';
import { datedSection } from './release/changelog.mjs';
import { readReleaseFlags } from './release/flags.mjs';
import { releaseNotes } from './release/notes.mjs';
import { PARTS } from './release/parts.mjs';
import { PLATFORMS } from './release/platforms.mjs';
import { releaseVersion } from './release/versions.mjs';
import { API_DOCUMENT, ensureApiDocument, ensureOasdiff, giveUp, prepare, ROOT, say } from './setup.mjs';
import { step } from './setup/terminal.mjs';

const CHANGELOG = path.join(ROOT, 'CHANGELOG.md');
const RELEASED_API = path.join(ROOT, 'docs', 'reference', 'released-openapi.json');
const SUMS = 'SHA256SUMS';

/** Today, or the day that SOURCE_DATE_EPOCH states for builds that are repeated. */
function today() {
  const seconds = process.env.SOURCE_DATE_EPOCH;
  return new Date(seconds ? Number(seconds) * 1000 : Date.now()).toISOString().slice(0, 10);
}

/** Paths below the folder, with the separators of all systems, sorted. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).replaceAll('\\', '/'))
    .filter((file) => file !== SUMS)
    .sort();

/** A folder with other files is refused: it may be one that was named by mistake. */
function emptyFolder(folder) {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder);
  if (names.length > 0 && !names.includes(SUMS))
    throw new Error(`${folder} has files and no ${SUMS}: it is no folder of a release`);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
}

/** In the format of `sha256sum --check`. */
function writeSums(out) {
  const rows = filesBelow(out).map((file) => {
    const hash = createHash('sha256').update(readFileSync(path.join(out, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  writeFileSync(path.join(out, SUMS), rows.join(''));
}

function hasChanges() {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 && stdout !== '';
}

async function checkApi() {
  const { changes, isAllowed } = await compareApi(await ensureOasdiff(), RELEASED_API, API_DOCUMENT);
  if (!isAllowed)
    throw new Error(
      `breaking changes need a higher major version (npm run api:check):\n${changes.join('\n')}`,
    );
}

async function release({ out, parts, platforms, image, write }) {
  const version = releaseVersion(ROOT);
  const { section, text } = datedSection(readFileSync(CHANGELOG, 'utf8'), version, today());
  if (parts.includes('api')) await checkApi();
  emptyFolder(out);
  writeFileSync(path.join(out, SUMS), '');
  for (const part of parts) await step(`Making ${part}`, () => PARTS[part](out, { platforms }));
  const notes = releaseNotes({ version, section, files: filesBelow(out) });
  writeFileSync(path.join(out, 'RELEASE-NOTES.md'), notes);
  writeFileSync(path.join(out, 'CHANGELOG.md'), text);
  writeSums(out);
  if (write) {
    writeFileSync(CHANGELOG, text);
    writeFileSync(RELEASED_API, compactDocument(JSON.parse(readFileSync(API_DOCUMENT, 'utf8'))));
  }
  if (image) {
    const { status } = spawnSync('npm', ['run', 'image:build'], { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) throw new Error('npm run image:build failed');
  }
  return version;
}

async function main() {
  const flags = readReleaseFlags(process.argv.slice(2), {
    parts: Object.keys(PARTS),
    platforms: Object.keys(PLATFORMS),
  });
  if (flags.help !== undefined) return process.stdout.write(flags.help);
  await prepare('all');
  await ensureApiDocument();
  if (hasChanges()) say('The working tree has changes that no commit has: the files are made with them.');
  const out = path.resolve(
    process.env.INIT_CWD ?? process.cwd(),
    flags.out ?? path.join(ROOT, 'dist', 'release'),
  );
  const version = await release({ ...flags, out });
  const files = [...filesBelow(out), SUMS];
  return process.stdout.write(`${files.map((file) => path.join(out, file)).join('\n')}\ntag: v${version}\n`);
}

main().catch((error) => giveUp(`The release was not made: ${error.message}`));
