import { ManualClock } from '@app/operations';
import { pino } from 'pino';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import { MemoryHistory } from './memory/memory-history';
import { MemoryReader } from './memory/memory-reader';
import { HistoryClient } from './history-client';
import { HistoryEvents } from './history-events';

const CHAIN_ID = new Uint8Array(32).fill(1);

interface SampleOptions {
  readonly irreversibleNum?: number;
  readonly chainUrl?: string;
  /** Messages that a client of the stream may leave unread; without it no stream is served. */
  readonly streamBuffer?: number;
}

/** A history node over HTTP with blocks that a spec made, in the model of the store. */
export class SampleHistory extends HistoryClient {
  private constructor(
    private readonly served: ServedHistory,
    readonly history: MemoryHistory,
    readonly clock: ManualClock,
    readonly events: HistoryEvents,
    /** Lines that the server logged. */
    readonly warnings: readonly string[],
  ) {
    super(served.url);
  }

  static async start(
    blocks: readonly BlockWrites[],
    { irreversibleNum = 0, chainUrl, streamBuffer }: SampleOptions = {},
  ): Promise<SampleHistory> {
    const history = new MemoryHistory();
    await history.open(CHAIN_ID);
    await history.append(blocks, irreversibleNum);
    const clock = new ManualClock(blocks.at(-1)?.block.timeMs ?? 0);
    const events = new HistoryEvents();
    const warnings: string[] = [];
    const nodeHeadNum = blocks.at(-1)?.block.num;
    const served = await serveHistory(
      {
        reader: new MemoryReader(history),
        source: {
          chain: 'sample',
          version: '1.0.0',
          hasStream: streamBuffer !== undefined,
          status: () => ({ isConnected: true, nodeHeadNum, targetNum: nodeHeadNum, error: undefined }),
        },
        clock,
        chainUrl,
        ...(streamBuffer === undefined ? {} : { streamBuffer, events }),
      },
      {
        host: '127.0.0.1',
        port: 0,
        logger: pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
      },
    );
    return new SampleHistory(served, history, clock, events, warnings);
  }

  /** Adds blocks, and notifies the clients of the stream. */
  async append(blocks: readonly BlockWrites[]): Promise<void> {
    await this.history.append(blocks, this.history.irreversibleNum);
    this.events.committed(blocks.at(-1)?.block.num ?? 0, this.history.irreversibleNum);
  }

  close(): Promise<void> {
    return this.served.close();
  }
}
