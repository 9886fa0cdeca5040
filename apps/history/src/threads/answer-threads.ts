import type { Logger } from '@app/operations';
import { AnswerLane, DeadlineError, LaneFullError, type LaneLimits, type PendingAnswer } from './answer-lane';
import { isShared } from '../store/open-store';
import type { RequestClass } from './request-class';
import type { ThreadAnswer, ThreadRequest, ThreadSettings } from './thread-messages';

export const REQUEST_CLASSES: readonly RequestClass[] = ['cheap', 'dear'];

/** How a request ended on the threads. */
export const REQUEST_OUTCOMES = ['answered', 'full', 'late', 'failed'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

export interface ThreadsEvents {
  readonly undecodable: (chain: string) => void;
  readonly ended: (ofClass: RequestClass, outcome: RequestOutcome) => void;
  readonly replaced: (ofClass: RequestClass) => void;
}

interface ThreadsOptions {
  /** At least two. */
  readonly threads: number;
  readonly deadlineMs: number;
  readonly logger: Logger;
  readonly events: ThreadsEvents;
}

/** A request with the client that it is counted by; undefined: one without limits. */
export interface ClientRequest extends ThreadRequest {
  readonly client: string | undefined;
  readonly worked: (ms: number) => void;
}

/** Of the thread: a page that waits for a node or a database leaves it to the others. */
const CHEAP = { perThread: 64, waiting: 512, waitingOfClient: 128 };
/** A search in a SQLite file keeps its thread busy; a database works on some at once. */
const DEAR = { waiting: 64, waitingOfClient: 16 };
const SEARCHES_OF_FILES = 1;
const SEARCHES_OF_DATABASES = 4;

/** Searches run while the threads of connections, of pages and of the writer wait: beside others, a tenth of their time. */
const NICENESS: Readonly<Record<RequestClass, number>> = { cheap: 0, dear: 10 };

type Settings = Omit<ThreadSettings, 'niceness'>;

/** The threads that answer requests: cheap ones and dear ones have their own. */
export class AnswerThreads {
  readonly #lanes: Readonly<Record<RequestClass, AnswerLane>>;

  private constructor(
    settings: Settings,
    private readonly options: ThreadsOptions,
  ) {
    const { threads, deadlineMs } = options;
    const dear = Math.floor(threads / 2);
    const isFile = settings.chains.some(({ store }) => !isShared(store));
    const perThread = isFile ? SEARCHES_OF_FILES : SEARCHES_OF_DATABASES;
    this.#lanes = {
      cheap: this.#lane('cheap', settings, { ...CHEAP, threads: threads - dear, deadlineMs }),
      dear: this.#lane('dear', settings, { ...DEAR, perThread, threads: dear, deadlineMs }),
    };
  }

  /** Resolves when all threads take requests. Rejects when one cannot start. */
  static async start(settings: Settings, options: ThreadsOptions): Promise<AnswerThreads> {
    const threads = new AnswerThreads(settings, options);
    await Promise.all(REQUEST_CLASSES.map((each) => threads.#lanes[each].start()));
    return threads;
  }

  answer(ofClass: RequestClass, request: ClientRequest): PendingAnswer {
    const pending = this.#lanes[ofClass].answer(request);
    const { ended } = this.options.events;
    return {
      ...pending,
      answer: pending.answer.then(
        (answer: ThreadAnswer) => {
          ended(ofClass, 'answered');
          return answer;
        },
        (error: unknown) => {
          ended(ofClass, outcomeOf(error));
          throw error;
        },
      ),
    };
  }

  waiting(ofClass: RequestClass): number {
    return this.#lanes[ofClass].waiting;
  }

  /** Called after a fork: ABIs that were known to be valid may no longer be. */
  forget(chain: string): void {
    for (const lane of Object.values(this.#lanes)) lane.forget(chain);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.close()));
  }

  #lane(ofClass: RequestClass, settings: Settings, limits: LaneLimits): AnswerLane {
    const { logger, events } = this.options;
    return new AnswerLane({ ...settings, niceness: NICENESS[ofClass] }, limits, {
      undecodable: events.undecodable,
      log: (line) => logger.warn({ thread: ofClass, line: JSON.parse(line) as object }, 'log of a thread'),
      replaced: (error) => {
        events.replaced(ofClass);
        logger.error({ err: error, thread: ofClass }, 'a thread of answers ended, and is replaced');
      },
    });
  }
}

const outcomeOf = (error: unknown): RequestOutcome => {
  if (error instanceof LaneFullError) return 'full';
  return error instanceof DeadlineError ? 'late' : 'failed';
};
