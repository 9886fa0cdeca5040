// Moves the closed ranges of a SQLite store into a cold tier until it is killed; then it waits for that. Arguments: store, URL of ClickHouse,
// blocks that stay, blocks of a range. Prints a line for each step.
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '../../../dist/compiled/apps/history/src');
const { openHistoryWriter } = require(path.join(root, 'store/open-store.js'));

const [, , store, url, hotBlocks, rangeBlocks] = process.argv;
const cold = { url, hotBlocks: Number(hotBlocks), rangeBlocks: Number(rangeBlocks) };
const { coldMoves } = await openHistoryWriter(store, {}, { cold });
console.log('opened');
while ((await coldMoves.step()) !== undefined) console.log('step');
console.log('done');
setInterval(() => undefined, 1000);
