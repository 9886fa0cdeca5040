// Compares every row that the reader gives of published snapshot files with nodeos's own JSON of the same snapshot:
// `node test/history/snapshots/compare-published.mjs FOLDER`, a folder with snap_v2.bin.gz, snap_v2.json.gz and so on, such
// as unittests/snapshots of the sources of Spring (folders in it are read too). Ends with status 1 when a row differs.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { COMPILED, prepare } from '../../../scripts/setup.mjs';
import { comparedRows, expectedBlock, sectionsOfJson } from './published-rows.mjs';

await prepare('all');

const require = createRequire(import.meta.url);
const history = path.join(COMPILED, 'apps/history/src/snapshots');
const { openSnapshot } = require(path.join(history, 'snapshot.js'));
const { stateOf } = require(path.join(history, 'snapshot-state.js'));

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('usage: node test/history/snapshots/compare-published.mjs FOLDER');
  process.exit(2);
}

const work = mkdtempSync(path.join(tmpdir(), 'published-'));
const files = readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
const binaries = files.filter((file) => /\.bin(\.gz)?$/.test(file)).sort();
let isDifferent = false;

/** The JSON files of a binary one: that of the version that wrote it, and that of the version that read it. */
const jsonOf = (binary) => {
  const stem = binary.replace(/\.bin(\.gz)?$/, '');
  return [`${stem}.json.gz`, `${stem}.bin.json.gz`].filter((file) => files.includes(file));
};

async function tablesOf(snapshot) {
  const tables = new Map();
  for await (const { table, rows } of stateOf(snapshot))
    tables.set(table, [...(tables.get(table) ?? []), ...rows]);
  return tables;
}

for (const binary of binaries) {
  const name = path.relative(folder, binary);
  const snapshot = await openSnapshot(binary);
  const tables = await tablesOf(snapshot);
  const rowCount = [...tables.values()].reduce((sum, rows) => sum + rows.length, 0);
  // Once more without the compression: the other way through the file.
  const plain = path.join(work, 'plain.bin');
  const bytes = readFileSync(binary);
  writeFileSync(plain, binary.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  const again = await tablesOf(await openSnapshot(plain));
  if (JSON.stringify([...again]) !== JSON.stringify([...tables]))
    throw new Error(`${name}: two readings differ`);
  console.log(`${name}: version ${snapshot.version}, block ${snapshot.block.num}, ${rowCount} rows`);
  for (const file of jsonOf(binary)) {
    const sections = sectionsOfJson(JSON.parse(gunzipSync(readFileSync(file)).toString()));
    const { equal, different } = comparedRows(tables, sections, snapshot.version);
    const block = expectedBlock(sections, snapshot);
    if (block !== undefined) different.push(block);
    console.log(`  ${path.basename(file)}: ${equal} rows equal, ${different.length} different`);
    for (const line of different.slice(0, 10)) console.log(`    ${line}`);
    if (different.length > 0) isDifferent = true;
  }
}
rmSync(work, { recursive: true });
process.exit(isDifferent || binaries.length === 0 ? 1 : 0);
