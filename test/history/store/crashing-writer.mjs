// Appends the blocks of a file to a SQLite store, each in a transaction of its own, and undoes some of them on the way,
// one step for each byte of the input, until it is killed. Arguments: store, file of blocks (v8.serialize).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { deserialize } from 'node:v8';

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '../../../dist/compiled/apps/history/src');
const { openSqliteWriter } = require(path.join(root, 'store/sqlite/sqlite-history.js'));

const [, , store, file] = process.argv;
const { chainId, blocks, reversible } = deserialize(readFileSync(file));
const writer = openSqliteWriter(store);
await writer.open(chainId);

async function step() {
  const cursor = await writer.cursor();
  const next = blocks.findIndex(({ block }) => block.num > (cursor?.num ?? -1));
  const end = Math.min(next + 1 + (next % 3), blocks.length);
  const last = blocks[end - 1].block.num;
  await writer.append(blocks.slice(next, end), last - reversible);
  console.log(last);
  // Fewer than were appended: the writer always gets ahead.
  if (next % 3 === 2) await writer.undoTo(last - 1);
}

for await (const bytes of process.stdin) for (let left = bytes.length; left > 0; left--) await step();
