import { type Clock, systemClock } from '@app/operations';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import type { TradeLayout } from '../../../apps/history/src/derive/trade-layout';
import { Derivation } from '../../../apps/history/src/derive/derivation';
import { FOLLOW_DEFAULTS, type FollowOptions } from '../../../apps/history/src/follow/follow-options';
import type { FollowListener } from '../../../apps/history/src/follow/block-derivation';
import type { FollowStatus } from '../../../apps/history/src/follow/follow-status';
import { Follower } from '../../../apps/history/src/follow/follower';
import type { HistoryWriter } from '../../../apps/history/src/store/port';
import { MemoryHistory } from './memory/memory-history';

/** A follower that runs in this process. */
export interface Following<Store extends HistoryWriter = MemoryHistory> {
  readonly store: Store;
  readonly status: FollowStatus;
  /** Events of the listener: the numbers of committed blocks, `undone <number>`. */
  readonly events: (number | string)[];
  /** Texts of the warnings and errors that were logged. */
  readonly logs: string[];
  /** Settles when the follower ends. */
  readonly ended: Promise<void>;
  /** Waits until the condition holds for the status. */
  until(condition: (status: FollowStatus) => boolean | Promise<boolean>): Promise<FollowStatus>;
  stop(): Promise<void>;
}

const POLL_MS = 5;

/** Follows into a store in memory. */
export const startFollowing = (
  url: string,
  options: Partial<FollowOptions> = {},
  clock: Clock = systemClock,
): Following => followInto(new MemoryHistory(), url, options, undefined, undefined, clock);

export function followInto<Store extends HistoryWriter>(
  store: Store,
  url: string,
  options: Partial<FollowOptions> = {},
  listener?: FollowListener,
  trades?: TradeLayout,
  clock: Clock = systemClock,
): Following<Store> {
  const abort = new AbortController();
  const events: (number | string)[] = [];
  const logs: string[] = [];
  const log = (_: unknown, text: string): void => void logs.push(text);
  const follower = new Follower({
    options: { ...FOLLOW_DEFAULTS, retry: { leastMs: 10, mostMs: 50 }, url, ...options },
    writer: store,
    derivation: new Derivation(trades),
    listener: {
      committed: (blocks: readonly BlockWrites[], irreversibleNum: number) => {
        events.push(...blocks.map(({ block }) => block.num));
        listener?.committed(blocks, irreversibleNum);
      },
      undone: (num) => {
        events.push(`undone ${String(num)}`);
        listener?.undone(num);
      },
    },
    logger: { info: () => undefined, warn: log, error: log },
    clock,
  });
  const ended = follower.run(abort.signal);
  ended.catch(() => undefined);
  return {
    store,
    events,
    logs,
    ended,
    get status() {
      return follower.status;
    },
    until: async (condition) => {
      while (!(await condition(follower.status)))
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      return follower.status;
    },
    stop: async () => {
      abort.abort();
      await ended.catch(() => undefined);
    },
  };
}
