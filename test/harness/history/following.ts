import { pino } from 'pino';
import { systemClock } from '@app/operations';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { FOLLOW_DEFAULTS, type FollowOptions } from '../../../apps/history/src/follow/follow-options';
import type { FollowStatus } from '../../../apps/history/src/follow/follow-status';
import { Follower } from '../../../apps/history/src/follow/follower';
import { MemoryHistory } from '../../../apps/history/src/store/memory/memory-history';
import { outlineDerivation } from './outline-derivation';

/** A follower that runs in this process over a store in memory. */
export interface Following {
  readonly store: MemoryHistory;
  readonly status: FollowStatus;
  /** What the listener was told: the numbers of committed blocks, `undone <number>`. */
  readonly events: (number | string)[];
  /** Settles when the follower ends. */
  readonly ended: Promise<void>;
  /** Waits until the condition holds for the status. */
  until(condition: (status: FollowStatus) => boolean): Promise<FollowStatus>;
  stop(): Promise<void>;
}

const POLL_MS = 5;

export function startFollowing(
  url: string,
  options: Partial<FollowOptions> = {},
  store = new MemoryHistory(),
): Following {
  const abort = new AbortController();
  const events: (number | string)[] = [];
  const follower = new Follower({
    options: { ...FOLLOW_DEFAULTS, retry: { leastMs: 10, mostMs: 50 }, url, ...options },
    writer: store,
    derivation: outlineDerivation,
    listener: {
      committed: (blocks: readonly BlockWrites[]) => events.push(...blocks.map(({ block }) => block.num)),
      undone: (num) => events.push(`undone ${String(num)}`),
    },
    logger: pino({ level: 'silent' }),
    clock: systemClock,
  });
  const ended = follower.run(abort.signal);
  ended.catch(() => undefined);
  return {
    store,
    events,
    ended,
    get status() {
      return follower.status;
    },
    until: async (condition) => {
      while (!condition(follower.status)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      return follower.status;
    },
    stop: async () => {
      abort.abort();
      await ended.catch(() => undefined);
    },
  };
}
