import { createLogger, ManualClock } from '@app/operations';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import { MemoryHistory } from '../../../apps/history/src/store/memory/memory-history';
import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import { HistoryClient } from './history-client';

const CHAIN_ID = new Uint8Array(32).fill(1);

interface SampleOptions {
  readonly irreversibleNum?: number;
  readonly chainUrl?: string;
}

/** A history node over HTTP with blocks that a spec made, in the model of the store. */
export class SampleHistory extends HistoryClient {
  private constructor(
    private readonly served: ServedHistory,
    readonly history: MemoryHistory,
    readonly clock: ManualClock,
  ) {
    super(served.url);
  }

  static async start(
    blocks: readonly BlockWrites[],
    { irreversibleNum = 0, chainUrl }: SampleOptions = {},
  ): Promise<SampleHistory> {
    const history = new MemoryHistory();
    await history.open(CHAIN_ID);
    await history.append(blocks, irreversibleNum);
    const clock = new ManualClock(blocks.at(-1)?.block.timeMs ?? 0);
    const nodeHeadNum = blocks.at(-1)?.block.num;
    const served = await serveHistory(
      {
        reader: new MemoryReader(history),
        source: {
          chain: 'sample',
          version: '1.0.0',
          hasStream: false,
          status: () => ({ isConnected: true, nodeHeadNum, error: undefined }),
        },
        clock,
        chainUrl,
      },
      {
        host: '127.0.0.1',
        port: 0,
        logger: createLogger({ logLevel: 'silent', logBufferBytes: 65_536 }),
      },
    );
    return new SampleHistory(served, history, clock);
  }

  close(): Promise<void> {
    return this.served.close();
  }
}
