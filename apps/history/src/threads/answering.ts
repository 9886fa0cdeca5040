import type { Logger } from '@app/operations';
import type { RequestHandler } from 'express';
import type { HistoryMetrics } from '../management/history-metrics';
import type { HistoryChanges } from '../serving/history-changes';
import type { HistorySettings } from '../settings';
import { answerOnThreads } from './answer-on-threads';
import { AnswerThreads, REQUEST_CLASSES, REQUEST_OUTCOMES } from './answer-threads';
import { ClientLimits } from './client-limits';
import type { ThreadChain } from './thread-messages';

/** Of the metric: requests that never came to a thread. */
const OVER_BUDGET = 'over_budget';

interface Parts {
  readonly settings: HistorySettings;
  readonly chains: readonly ThreadChain[];
  readonly changes: Pick<HistoryChanges, 'subscribe' | 'watched'>;
  readonly metrics: HistoryMetrics;
  readonly logger: Logger;
  readonly version: string;
}

/** The requests of all chains of this process on threads. */
export interface Answering {
  /** Takes the requests of a chain. */
  before(chain: string): RequestHandler;
  close(): Promise<void>;
}

/** Resolves when all threads take requests. */
export async function startAnswering({
  settings,
  chains,
  changes,
  metrics,
  logger,
  version,
}: Parts): Promise<Answering> {
  const threads = await AnswerThreads.start(
    { chains, storeLimits: settings.storeLimits, version },
    {
      threads: settings.readThreads,
      deadlineMs: settings.requestMs,
      logger,
      events: {
        undecodable: (chain) => metrics.undecodable.inc({ chain }),
        ended: (ofClass, outcome) => metrics.requests.inc({ class: ofClass, outcome }),
        replaced: (ofClass) => metrics.threadsReplaced.inc({ class: ofClass }),
      },
    },
  );
  for (const each of REQUEST_CLASSES)
    metrics.watchRequests(each, [...REQUEST_OUTCOMES, OVER_BUDGET], () => threads.waiting(each));
  const unsubscribe = chains.map(({ name }) => {
    void changes.watched(name).then(() => threads.forget(name));
    return changes.subscribe(name, {
      committed: () => undefined,
      undone: () => threads.forget(name),
    });
  });
  const limits = new ClientLimits(settings.clientLimits);
  return {
    before: (chain) =>
      answerOnThreads({
        chain,
        threads,
        limits,
        refused: (ofClass) => metrics.requests.inc({ class: ofClass, outcome: OVER_BUDGET }),
      }),
    close: async () => {
      for (const end of unsubscribe) end();
      await threads.close();
    },
  };
}
