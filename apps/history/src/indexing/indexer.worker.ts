import { parentPort, workerData } from 'node:worker_threads';
import type { FollowLog } from '../follow/follow-log';
import { openHistoryWriter } from '../store/open-store';
import { chainFollower } from './index-chain';
import { type IndexedChain, type IndexerMessage, STOP } from './indexer-messages';

/** Status changes without a commit (a lost connection) are told this often. */
const STATUS_MS = 500;

/** The clock of the machine. Not that of @app/operations: loading that library would take 40 MB on this thread. */
const threadClock = { now: () => Date.now(), monotonicMs: () => Math.floor(performance.now()) };

const tell = (message: IndexerMessage): void => parentPort?.postMessage(message);

/** Lines go to the log of the process. */
const logOf = (chain: string): FollowLog => ({
  info: (figures, text) => tell({ chain, kind: 'progress', figures, text }),
  warn: ({ err }, text) => tell({ chain, kind: 'log', level: 'warn', error: err, text }),
  error: ({ err }, text) => tell({ chain, kind: 'log', level: 'error', error: err, text }),
});

/** Follows one chain and writes it, until the signal. */
async function index(
  { name: chain, shipUrl, follow, store }: IndexedChain,
  signal: AbortSignal,
): Promise<void> {
  const writer = await openHistoryWriter(store);
  tell({ chain, kind: 'opened' });
  const follower = chainFollower({
    shipUrl,
    follow,
    writer,
    logger: logOf(chain),
    clock: threadClock,
    listener: {
      committed: (blocks, irreversibleNum) => {
        tell({ chain, kind: 'committed', num: blocks.at(-1)?.block.num ?? 0, irreversibleNum });
        tellStatus();
      },
      undone: (num) => tell({ chain, kind: 'undone', num }),
    },
  });
  const tellStatus = (): void => tell({ chain, kind: 'status', status: follower.status });
  const timer = setInterval(tellStatus, STATUS_MS);
  try {
    await follower.run(signal);
  } finally {
    clearInterval(timer);
    tellStatus();
    await writer.close();
  }
}

/** The thread that follows and writes: commits would delay the answers of the main thread. */
async function run(chains: readonly IndexedChain[]): Promise<void> {
  const stopping = new AbortController();
  parentPort?.on('message', (message) => {
    if (message === STOP) stopping.abort();
  });
  await Promise.all(chains.map((chain) => index(chain, stopping.signal)));
  parentPort?.close();
}

void run(workerData as readonly IndexedChain[]);
