import { isDeepStrictEqual } from 'node:util';
import type { FollowLog } from '../follow/follow-log';
import type { FollowStatus } from '../follow/follow-status';
import type { HistoryWriter, IndexReport } from '../store/port';

/** Reports the state of the index to the processes that serve it, when it changes. */
export class IndexReports {
  #lastReport: IndexReport | undefined;
  #pending: Promise<void> | undefined;
  #lastFailure: string | undefined;

  constructor(
    private readonly writer: Pick<HistoryWriter, 'report'>,
    private readonly logger: Pick<FollowLog, 'warn'>,
  ) {}

  /** One report at a time. None while another process writes: that one reports its own state. */
  tell({ isConnected, targetNum, error, progress, isStandby, connections }: FollowStatus): void {
    const report = { isConnected, targetNum, error, progress };
    const isUnchanged = isDeepStrictEqual(report, this.#lastReport);
    // Before the first connection the writer may not be the only one.
    if (isUnchanged || isStandby || connections === 0 || this.#pending !== undefined) return;
    this.#pending = this.writer.report(report).then(
      () => {
        this.#lastReport = report;
        this.#pending = undefined;
      },
      (err: unknown) => {
        this.#lastReport = undefined;
        this.#pending = undefined;
        this.#warn(err);
      },
    );
  }

  /** Resolves when no report is on its way. */
  async ended(): Promise<void> {
    await this.#pending;
  }

  #warn(err: unknown): void {
    const message = String(err);
    if (message !== this.#lastFailure) this.logger.warn({ err }, 'the state of the index was not stored');
    this.#lastFailure = message;
  }
}
