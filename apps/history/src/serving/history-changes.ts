import type { FollowStatus } from '../follow/follow-status';
import type { IndexListener } from '../stream/index-events';

/** The changes of the histories of a process, whichever process writes them. */
export interface HistoryChanges {
  status(chain: string): FollowStatus;
  /** @returns ends the subscription */
  subscribe(chain: string, listener: IndexListener): () => void;
  /** Resolves once every later fork of the chain is reported. */
  watched(chain: string): Promise<void>;
  /** Resolves when they ended; rejects with an error that no other attempt mends. */
  ended(): Promise<void>;
  close(): Promise<void>;
}
