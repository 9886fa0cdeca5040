// Memory of a process that serves pages from a store. Argument: the SQLite file. Prints mebibytes.
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';
import { accountOf } from './history-workload.mjs';

const require = createRequire(import.meta.url);
const { openSqliteReader } = require(path.join(COMPILED, 'apps/history/src/store/sqlite/sqlite-history.js'));
const PAGES = 2_000;

const reader = openSqliteReader(process.argv[2]);
for (let page = 0; page < PAGES; page++)
  await reader.actions({
    account: accountOf(page % 500),
    order: 'desc',
    skip: 0,
    limit: 100,
    countUpTo: 10_000,
  });
process.stdout.write(String(Math.round(process.memoryUsage.rss() / 2 ** 20)));
await reader.close();
