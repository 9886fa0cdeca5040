import { parentPort, workerData } from 'node:worker_threads';
import { createLogger, systemClock } from '@app/operations';
import { openSqliteWriter } from '../store/sqlite/sqlite-history';
import { chainFollower } from './index-chain';
import { type IndexerInput, type IndexerMessage, STOP } from './indexer-messages';

/** Status changes without a commit (a lost connection) are told this often. */
const STATUS_MS = 500;

/** The thread that follows a chain and writes: commits would delay the answers of the main thread. */
async function run(input: IndexerInput): Promise<void> {
  const tell = (message: IndexerMessage): void => parentPort?.postMessage(message);
  const writer = openSqliteWriter(input.file);
  tell({ kind: 'opened' });
  const stopping = new AbortController();
  parentPort?.on('message', (message) => {
    if (message === STOP) stopping.abort();
  });
  const logger = createLogger(input);
  const tellStatus = (): void => tell({ kind: 'status', status: follower.status });
  const follower = chainFollower({
    shipUrl: input.shipUrl,
    writer,
    logger,
    clock: systemClock,
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
