import { createLogger } from '@app/operations';
import { HistoryMetrics } from '../../../apps/history/src/management/history-metrics';
import { type RunningHistories, runHistories } from '../../../apps/history/src/run-histories';
import { loadHistorySettings } from '../../../apps/history/src/settings';
import { freePorts } from '../process/ports';
import { HistoryClient } from './history-client';

/** A history node that answers from the database that another process writes, in the process of the spec. */
export class ServingHistory extends HistoryClient {
  private constructor(
    private readonly running: RunningHistories,
    readonly managementPort: number,
  ) {
    super(running.urls[0]!);
  }

  static async start(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<ServingHistory> {
    const managementPort = await freePorts();
    const running = await runHistories({
      settings: loadHistorySettings({
        HISTORY_ROLE: 'serve',
        HISTORY_READ_THREADS: '0',
        HISTORY_DATABASE_URL: databaseUrl,
        HISTORY_PORT: '0',
        HISTORY_MANAGEMENT_PORT: String(managementPort),
        ...env,
      }),
      logger: createLogger({ logLevel: 'silent', logBufferBytes: 65_536 }),
      version: '1.0.0',
      metrics: new HistoryMetrics(),
    });
    return new ServingHistory(running, managementPort);
  }

  close(): Promise<void> {
    return this.running.close();
  }
}
