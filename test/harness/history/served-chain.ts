import { bytesToHex } from '@app/antelope';
import type { ManualClock } from '@app/operations';
import type { ColdSettings } from '../../../apps/history/src/store/open-store';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { HistoryChain } from '../ship/history-chain';
import { FollowedHistory } from './followed-history';
import { HistoryClient } from './history-client';

/** A development chain, its history in SQLite, and the routes of that history over HTTP: all of it in this process. */
export class ServedChain extends HistoryClient {
  private constructor(
    readonly chain: HistoryChain,
    private readonly history: FollowedHistory,
  ) {
    super(history.url);
  }

  /**
   * @param clock of the chain; default: it began some time ago
   * @param cold of the store; default: it has one tier
   */
  static async start(clock?: ManualClock, cold?: ColdSettings): Promise<ServedChain> {
    const chain = await HistoryChain.start({}, {}, clock);
    return new ServedChain(
      chain,
      await FollowedHistory.start(chain.shipUrl, {
        chainUrl: chain.url,
        follow: { allowsRewinds: true },
        cold,
      }),
    );
  }

  get reader(): HistoryReader {
    return this.history.reader;
  }

  /** Resolves when the head of the chain can be read from its history. */
  async caughtUp(): Promise<void> {
    const { id } = this.chain.chain.head();
    await this.history.until((last) => bytesToHex(last) === id);
  }

  /** Moves all closed ranges into the cold tier. Resolves to the first block whose actions stay. */
  moveOldActions(): Promise<number> {
    return this.history.moveOldActions();
  }

  async close(): Promise<void> {
    await this.history.close();
    await this.chain.close();
  }
}
