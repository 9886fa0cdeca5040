import type { BlockSummary } from '../kernel/blocks/block-record';
import { adminRoute, type AdminRoute } from './admin-route';
import { AdminError } from './admin-error';
import { members, NO_MEMBERS, wholeNumber } from './fields';

const TAG = 'Time and blocks';
const ONE_YEAR_SEC = 31_536_000;
const MAX_BLOCKS = 1_000;
/** The time of a block is a number of 32 bits, of half seconds since 2000. */
const END_OF_TIME_MS = Date.UTC(2068, 0, 1);

const toResponse = ({ num, id, timeMs, producer }: BlockSummary) => ({
  head_block_num: num,
  head_block_id: id,
  head_block_time: new Date(timeMs).toISOString(),
  head_block_producer: producer,
});
const BLOCK = {
  head_block_num: 1234,
  head_block_id: '000004d2...',
  head_block_time: '2026-03-01T12:00:00.000Z',
  head_block_producer: 'eosio',
};

const advance = adminRoute({
  path: '/devchain/advance-time',
  tag: TAG,
  title: 'Advance time',
  description:
    'The clock of the chain jumps forward: interest accrues, timers run out, prices become stale until the feeders submit again. No blocks are made for the time between. Only restoring a snapshot sets it back; it ends with the year 2067.',
  body: members({ seconds: wholeNumber('How far.', { minimum: 1, maximum: ONE_YEAR_SEC }) }),
  example: { seconds: 3600 },
  answers: BLOCK,
  run: ({ pacer, clock }, { seconds }) => {
    if (clock.now() + seconds * 1000 > END_OF_TIME_MS)
      throw new AdminError('seconds: no block can be of a time after 2067');
    return toResponse(pacer.advance(seconds * 1000));
  },
});

const produce = adminRoute({
  path: '/devchain/produce-blocks',
  tag: TAG,
  title: 'Produce blocks',
  description:
    'Seals blocks now, also while blocks are paused. Each block is one slot of 500 ms after the previous one, and the clock advances with them.',
  body: members({ count: wholeNumber('Blocks.', { minimum: 1, maximum: MAX_BLOCKS }).default(1) }),
  example: { count: 10 },
  answers: BLOCK,
  run: ({ pacer }, { count }) => toResponse(pacer.produce(count)),
});

const pause = adminRoute({
  path: '/devchain/pause-blocks',
  tag: TAG,
  title: 'Pause blocks',
  description:
    'No more blocks are sealed: the head becomes stale, as on a node without network. Transactions are still accepted into the pending block.',
  body: NO_MEMBERS,
  example: {},
  answers: { is_paused: true },
  run: ({ pacer }) => {
    pacer.stop();
    return { is_paused: pacer.isPaused };
  },
});

const resume = adminRoute({
  path: '/devchain/resume-blocks',
  tag: TAG,
  title: 'Resume blocks',
  description: 'Blocks are sealed every 500 ms again.',
  body: NO_MEMBERS,
  example: {},
  answers: { is_paused: false },
  run: ({ pacer }) => {
    pacer.start();
    return { is_paused: pacer.isPaused };
  },
});

export const TIME_ROUTES: readonly AdminRoute[] = [advance, produce, pause, resume];
