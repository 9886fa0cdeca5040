import { parentPort, workerData } from 'node:worker_threads';
// Without the rest of the library, which would take 40 MB on this thread.
import { systemClock } from '@app/operations/clock';
import { parseTradeLayout } from '../derive/trade-layout';
import type { FollowLog } from '../follow/follow-log';
import { TransferMaker } from '../cold-sql/transfer-maker';
import { openTransferTier } from '../store/cold/open-cold-tier';
import { isShared, openHistoryReader, openHistoryWriter } from '../store/open-store';
import type { HistoryWriter } from '../store/port';
import { AbiLearner } from './abi-learner';
import { moveActions } from './cold-moving';
import { chainFollower } from './index-chain';
import { IndexReports } from './index-reports';
import { type IndexedChain, type IndexerMessage, STOP } from './indexer-messages';

/** Interval of reports of status changes that come without a commit (a lost connection). */
const STATUS_MS = 500;

const tell = (message: IndexerMessage): void => parentPort?.postMessage(message);

/** Lines go to the log of the process. */
const logOf = (chain: string): FollowLog => ({
  info: (figures, text) => tell({ chain, kind: 'progress', figures, text }),
  warn: ({ err }, text) => tell({ chain, kind: 'log', level: 'warn', error: err, text }),
  error: ({ err }, text) => tell({ chain, kind: 'log', level: 'error', error: err, text }),
});

interface OpenedChain {
  readonly chain: IndexedChain;
  readonly writer: HistoryWriter;
  /** Undefined: none are made. */
  readonly transfers: TransferMaker | undefined;
}

async function open(chain: IndexedChain): Promise<OpenedChain> {
  const notice = (text: string): void => logOf(chain.name).info({}, text);
  const { schema, trades, cold } = chain;
  const writer = await openHistoryWriter(chain.store, chain.storeLimits, { schema, trades, cold, notice });
  tell({ chain: chain.name, kind: 'opened' });
  return { chain, writer, transfers: await transfersOf(chain) };
}

async function transfersOf({
  store,
  storeLimits,
  cold,
  hasTransfers,
}: IndexedChain): Promise<TransferMaker | undefined> {
  if (cold === undefined || !hasTransfers) return undefined;
  const reader = await openHistoryReader(store, storeLimits, cold.url);
  return new TransferMaker(reader, openTransferTier(cold.url));
}

/** Follows one chain and writes it, until the signal. Throws errors that no other attempt mends. */
async function index(
  {
    chain: { name: chain, shipUrls, archiveUrls, chainUrl, follow, trades, store },
    writer,
    transfers,
  }: OpenedChain,
  signal: AbortSignal,
): Promise<void> {
  const abis = chainUrl === undefined ? undefined : new AbiLearner(chainUrl, writer, logOf(chain));
  const follower = chainFollower({
    shipUrls,
    archiveUrls,
    follow,
    trades: trades === undefined ? undefined : parseTradeLayout(trades),
    abis,
    writer,
    logger: logOf(chain),
    clock: systemClock,
    listener: {
      committed: (blocks, irreversibleNum) => {
        tell({ chain, kind: 'committed', num: blocks.at(-1)?.block.num ?? 0, irreversibleNum });
        tellStatus();
      },
      undone: (num) => tell({ chain, kind: 'undone', num }),
    },
  });
  const tellStatus = (): void => tell({ chain, kind: 'status', status: follower.status });
  const reports = isShared(store) ? new IndexReports(writer, logOf(chain)) : undefined;
  const timer = setInterval(() => {
    tellStatus();
    reports?.tell(follower.status);
  }, STATUS_MS);
  const ending = new AbortController();
  const { coldMoves: moves } = writer;
  const moving =
    moves &&
    moveActions(
      {
        ...{ moves, transfers, logger: logOf(chain) },
        moved: (progress) => tell({ chain, kind: 'moved', progress }),
      },
      AbortSignal.any([signal, ending.signal]),
    );
  try {
    await follower.run(signal);
  } finally {
    clearInterval(timer);
    ending.abort();
    moves?.close();
    transfers?.stop();
    await moving;
    await transfers?.close();
    abis?.stop();
    tellStatus();
    await reports?.ended();
    await writer.close();
  }
}

/**
 * The thread that follows and writes: commits would delay the answers of the main thread. A chain that ends with an
 * error leaves the others alone; the thread ends with an error when none is left.
 */
async function run(chains: readonly IndexedChain[]): Promise<void> {
  const stopping = new AbortController();
  parentPort?.on('message', (message) => {
    if (message === STOP) stopping.abort();
  });
  const opened = await Promise.all(chains.map(open));
  const ends = await Promise.allSettled(opened.map((each) => index(each, stopping.signal)));
  const errors = ends.flatMap((end, at) =>
    end.status === 'rejected' ? [`${chains[at]?.name ?? ''}: ${errorText(end.reason)}`] : [],
  );
  if (errors.length === chains.length) throw new Error(errors.join('\n'));
  parentPort?.close();
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

void run(workerData as readonly IndexedChain[]);
