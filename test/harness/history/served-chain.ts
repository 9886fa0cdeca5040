import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesToHex } from '@app/antelope';
import { createLogger, systemClock } from '@app/operations';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import type { HistoryReader, HistoryWriter } from '../../../apps/history/src/store/port';
import type { IndexListener } from '../../../apps/history/src/stream/index-events';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { HistoryChain } from '../ship/history-chain';
import { followInto, type Following } from './following';
import { HistoryClient } from './history-client';

/** A development chain, its history in SQLite, and the routes of that history over HTTP: all of it in this process. */
export class ServedChain extends HistoryClient {
  private constructor(
    readonly chain: HistoryChain,
    readonly reader: HistoryReader,
    private readonly parts: {
      readonly folder: string;
      readonly writer: HistoryWriter;
      readonly following: Following<HistoryWriter>;
      readonly served: ServedHistory;
    },
  ) {
    super(parts.served.url);
  }

  static async start(): Promise<ServedChain> {
    const chain = await HistoryChain.start();
    const folder = mkdtempSync(path.join(tmpdir(), 'history-'));
    const file = path.join(folder, 'chain.sqlite');
    const writer = openSqliteWriter(file);
    const listeners = new Set<IndexListener>();
    const following = followInto(
      writer,
      chain.shipUrl,
      {},
      {
        committed: (blocks, irreversibleNum) => {
          const num = blocks.at(-1)?.block.num ?? 0;
          for (const listener of listeners) listener.committed(num, irreversibleNum);
        },
        undone: (num) => {
          for (const listener of listeners) listener.undone(num);
        },
      },
    );
    const reader = openSqliteReader(file);
    const served = await serveHistory(
      {
        reader,
        source: { chain: 'test', version: '1.0.0', hasStream: true, status: () => following.status },
        events: {
          subscribe: (listener) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        clock: systemClock,
        chainUrl: chain.url,
      },
      {
        host: '127.0.0.1',
        port: 0,
        logger: createLogger({ logLevel: 'silent', logBufferBytes: 65_536 }),
      },
    );
    return new ServedChain(chain, reader, { folder, writer, following, served });
  }

  /** Resolves when the head of the chain can be read from its history. */
  async caughtUp(): Promise<void> {
    const { id } = this.chain.chain.head();
    await this.parts.following.until(async ({ hasEnded, error }) => {
      if (hasEnded) throw new Error(error);
      const cursor = await this.parts.writer.cursor();
      return cursor !== undefined && bytesToHex(cursor.id) === id;
    });
  }

  async close(): Promise<void> {
    const { following, served, writer, folder } = this.parts;
    await following.stop();
    await served.close();
    await this.reader.close();
    await writer.close();
    await this.chain.close();
    rmSync(folder, { recursive: true });
  }
}
