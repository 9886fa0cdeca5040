import { ManualClock } from '@app/operations';
import { pino } from 'pino';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { HistoryClient } from './history-client';

/** The routes over HTTP of a history that a spec has stored. */
export class ServedReader extends HistoryClient {
  private constructor(private readonly served: ServedHistory) {
    super(served.url);
  }

  /** @param nowMs time of the clock, which stands */
  static async start(reader: HistoryReader, nowMs: number): Promise<ServedReader> {
    const { head } = await reader.status();
    const served = await serveHistory(
      {
        reader,
        source: {
          chain: 'sample',
          version: '1.0.0',
          hasStream: false,
          status: () => ({
            isConnected: true,
            nodeHeadNum: head?.num,
            targetNum: head?.num,
            error: undefined,
          }),
        },
        clock: new ManualClock(nowMs),
        chainUrl: undefined,
      },
      { host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }) },
    );
    return new ServedReader(served);
  }

  close(): Promise<void> {
    return this.served.close();
  }
}
