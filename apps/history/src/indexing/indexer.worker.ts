import { parentPort, workerData } from 'node:worker_threads';
import type { FollowLog } from '../follow/follow-log';
import { openSqliteWriter } from '../store/sqlite/sqlite-history';
import { chainFollower } from './index-chain';
import { type IndexerInput, type IndexerMessage, STOP } from './indexer-messages';

/** Status changes without a commit (a lost connection) are told this often. */
const STATUS_MS = 500;

/**
 * The clock of the machine. Not that of @app/operations: loading that library would take 40 MB on this thread.
 */
const threadClock = { now: () => Date.now(), monotonicMs: () => Math.floor(performance.now()) };

/** Lines go to the log of the process. */
const threadLog = (tell: (message: IndexerMessage) => void): FollowLog => ({
  warn: ({ err }, text) => tell({ kind: 'log', level: 'warn', error: err, text }),
  error: ({ err }, text) => tell({ kind: 'log', level: 'error', error: err, text }),
});

/** The thread that follows a chain and writes: commits would delay the answers of the main thread. */
async function run(input: IndexerInput): Promise<void> {
  const tell = (message: IndexerMessage): void => parentPort?.postMessage(message);
  const writer = openSqliteWriter(input.file);
  tell({ kind: 'opened' });
  const stopping = new AbortController();
  parentPort?.on('message', (message) => {
    if (message === STOP) stopping.abort();
  });
  const tellStatus = (): void => tell({ kind: 'status', status: follower.status });
  const follower = chainFollower({
    shipUrl: input.shipUrl,
    writer,
    logger: threadLog(tell),
    clock: threadClock,
    listener: {
      committed: (blocks, irreversibleNum) => {
        tell({ kind: 'committed', num: blocks.at(-1)?.block.num ?? 0, irreversibleNum });
        tellStatus();
      },
      undone: (num) => tell({ kind: 'undone', num }),
    },
  });
  const timer = setInterval(tellStatus, STATUS_MS);
  try {
    await follower.run(stopping.signal);
  } finally {
    clearInterval(timer);
    tellStatus();
    await writer.close();
    parentPort?.close();
  }
}

void run(workerData as IndexerInput);
