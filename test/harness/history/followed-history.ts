import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, systemClock } from '@app/operations';
import { parseTradeLayout } from '../../../apps/history/src/derive/trade-layout';
import type { FollowListener } from '../../../apps/history/src/follow/block-derivation';
import type { FollowOptions } from '../../../apps/history/src/follow/follow-options';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import type { HistoryReader, HistoryWriter } from '../../../apps/history/src/store/port';
import {
  type ColdSettings,
  openHistoryReader,
  openHistoryWriter,
} from '../../../apps/history/src/store/open-store';
import { followInto, type Following } from './following';
import { HistoryClient } from './history-client';
import { HistoryEvents } from './history-events';
import { unhurriedSearches } from './unhurried-searches';

interface Parts {
  readonly folder: string;
  readonly writer: HistoryWriter;
  readonly served: ServedHistory;
}

interface Options {
  /** URL of the HTTP routes of the node. */
  readonly chainUrl?: string;
  readonly follow?: Partial<FollowOptions>;
  /** As HISTORY_TRADES has it. */
  readonly trades?: string;
  /** Undefined: the store has one tier. */
  readonly cold?: ColdSettings | undefined;
}

/** The history of a state-history websocket: followed, in SQLite, and served over HTTP, all of it in this process. */
export class FollowedHistory extends HistoryClient {
  private constructor(
    readonly following: Following<HistoryWriter>,
    readonly reader: HistoryReader,
    private readonly parts: Parts,
  ) {
    super(parts.served.url);
  }

  static async start(
    shipUrl: string,
    { chainUrl, follow = {}, trades, cold }: Options = {},
  ): Promise<FollowedHistory> {
    const folder = mkdtempSync(path.join(tmpdir(), 'history-'));
    const file = path.join(folder, 'chain.sqlite');
    const writer = await openHistoryWriter(file, {}, { trades, cold });
    const events = new HistoryEvents();
    const layout = trades === undefined ? undefined : parseTradeLayout(trades);
    const listener: FollowListener = {
      committed: (blocks, irreversibleNum) =>
        events.committed(blocks.at(-1)?.block.num ?? 0, irreversibleNum),
      undone: (num) => events.undone(num),
    };
    const following = followInto(writer, shipUrl, follow, listener, layout);
    unhurriedSearches();
    const reader = await openHistoryReader(file, {}, cold?.url);
    const served = await serveHistory(
      {
        reader,
        source: { chain: 'test', version: '1.0.0', hasStream: true, status: () => following.status },
        events,
        clock: systemClock,
        chainUrl,
      },
      {
        host: '127.0.0.1',
        port: 0,
        logger: createLogger({ logLevel: 'silent', logBufferBytes: 65_536 }),
      },
    );
    return new FollowedHistory(following, reader, { folder, writer, served });
  }

  /** Resolves when the block with this id is the last one that can be read. */
  async until(isLast: (id: Uint8Array) => boolean): Promise<void> {
    await this.following.until(async ({ hasEnded, error }) => {
      if (hasEnded) throw new Error(error);
      const cursor = await this.parts.writer.cursor();
      return cursor !== undefined && isLast(cursor.id);
    });
  }

  /** Moves all closed ranges into the cold tier. Resolves to the first block whose actions stay. */
  async moveOldActions(): Promise<number> {
    let firstHotBlock = 0;
    for (;;) {
      const progress = await this.parts.writer.coldMoves?.step();
      if (progress === undefined) return firstHotBlock;
      ({ firstHotBlock } = progress);
    }
  }

  async close(): Promise<void> {
    const { served, writer, folder } = this.parts;
    await this.following.stop();
    await served.close();
    await this.reader.close();
    await writer.close();
    rmSync(folder, { recursive: true });
  }
}
