// One round of `npm run bench:archive`, in a process of its own: fills a new SQLite store from a server, or from an archive
// beside it. Argument: {"ship", "archives", "file", "last"}. Prints {"ms", "cpuMs", "actions"}.
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';

const require = createRequire(import.meta.url);
const app = (file) => require(path.join(COMPILED, 'apps/history/src', file));
const { systemClock } = require(path.join(COMPILED, 'libs/operations/src/clock.js'));
const { chainFollower } = app('indexing/index-chain.js');
const { FOLLOW_DEFAULTS } = app('follow/follow-options.js');
const { openSqliteReader, openSqliteWriter } = app('store/sqlite/sqlite-history.js');

const { ship, archives, file, last } = JSON.parse(process.argv[2]);
const log = () => undefined;
const fail = ({ err }) => {
  throw err;
};
const writer = openSqliteWriter(file);
const stopping = new AbortController();
const follower = chainFollower({
  ...{ shipUrls: [ship], archiveUrls: archives, follow: FOLLOW_DEFAULTS, writer, clock: systemClock },
  logger: { info: log, warn: fail, error: fail },
  listener: {
    committed: (blocks) => {
      if (blocks.at(-1)?.block.num === last) stopping.abort();
    },
    undone: log,
  },
});
const start = performance.now();
await follower.run(stopping.signal);
const ms = performance.now() - start;
const { user, system } = process.cpuUsage();
await writer.close();
const reader = openSqliteReader(file);
const { actions } = await reader.status();
await reader.close();
process.stdout.write(`${JSON.stringify({ ms, cpuMs: (user + system) / 1000, actions })}\n`);
