import type { FollowLog } from '../follow/follow-log';
import type { FollowStatus } from '../follow/follow-status';
import type { HistoryWriter, IndexReport } from '../store/port';

/** Tells the processes that serve the state of the index, when it changes. */
export class IndexReports {
  private told: IndexReport | undefined;
  private telling: Promise<void> | undefined;
  private lastFailure: string | undefined;

  constructor(
    private readonly writer: Pick<HistoryWriter, 'report'>,
    private readonly logger: Pick<FollowLog, 'warn'>,
  ) {}

  /** One report at a time. None while another process writes: that one tells its own state. */
  tell({ isConnected, nodeHeadNum, error, isStandby, connections }: FollowStatus): void {
    const isUnchanged =
      this.told?.isConnected === isConnected &&
      this.told.nodeHeadNum === nodeHeadNum &&
      this.told.error === error;
    // Before the first connection the writer may not be the only one.
    if (isUnchanged || isStandby || connections === 0 || this.telling !== undefined) return;
    const report = { isConnected, nodeHeadNum, error };
    this.telling = this.writer.report(report).then(
      () => {
        this.told = report;
        this.telling = undefined;
      },
      (err: unknown) => {
        this.told = undefined;
        this.telling = undefined;
        this.warn(err);
      },
    );
  }

  /** Resolves when no report is on its way. */
  async ended(): Promise<void> {
    await this.telling;
  }

  private warn(err: unknown): void {
    const message = String(err);
    if (message !== this.lastFailure) this.logger.warn({ err }, 'the state of the index was not stored');
    this.lastFailure = message;
  }
}
