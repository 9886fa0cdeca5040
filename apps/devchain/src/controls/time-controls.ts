import type { BlockSummary } from '../kernel/records';
import { control, type Control } from './control';
import { ControlError } from './control-error';
import { members, NO_MEMBERS, wholeNumber } from './fields';

const TAG = 'Time and blocks';
const ONE_YEAR_SEC = 31_536_000;
const MAX_BLOCKS = 1_000;
/** The time of a block is a number of 32 bits, of half seconds since 2000. */
const END_OF_TIME_MS = Date.UTC(2068, 0, 1);

const told = ({ num, id, timeMs, producer }: BlockSummary) => ({
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

const advance = control({
  path: '/devchain/advance-time',
  tag: TAG,
  title: 'Advance time',
  description:
    'The clock of the chain jumps forward: interest accrues, timers run out, prices become stale until the feeders speak again. No blocks are made for the time between. It does not go back but by restoring a snapshot, and it ends with the year 2067.',
  body: members({ seconds: wholeNumber('How far.', { minimum: 1, maximum: ONE_YEAR_SEC }) }),
  example: { seconds: 3600 },
  answers: BLOCK,
  run: ({ pace, clock }, { seconds }) => {
    if (clock.now() + seconds * 1000 > END_OF_TIME_MS)
      throw new ControlError('seconds: no block can be of a time after 2067');
    return told(pace.advance(seconds * 1000));
  },
});

const produce = control({
  path: '/devchain/produce-blocks',
  tag: TAG,
  title: 'Produce blocks',
  description:
    'Seals blocks now, also while blocks are paused. Each one is a slot of 500 ms after the one before, and the clock goes along.',
  body: members({ count: wholeNumber('Blocks.', { minimum: 1, maximum: MAX_BLOCKS }).default(1) }),
  example: { count: 10 },
  answers: BLOCK,
  run: ({ pace }, { count }) => told(pace.produce(count)),
});

const pause = control({
  path: '/devchain/pause-blocks',
  tag: TAG,
  title: 'Pause blocks',
  description:
    'No more blocks are sealed: the head grows old, as on a node that lost its network. Transactions are still taken, into the block that waits.',
  body: NO_MEMBERS,
  example: {},
  answers: { is_paused: true },
  run: ({ pace }) => {
    pace.stop();
    return { is_paused: pace.isPaused };
  },
});

const resume = control({
  path: '/devchain/resume-blocks',
  tag: TAG,
  title: 'Resume blocks',
  description: 'Blocks are sealed every 500 ms again.',
  body: NO_MEMBERS,
  example: {},
  answers: { is_paused: false },
  run: ({ pace }) => {
    pace.start();
    return { is_paused: pace.isPaused };
  },
});

export const TIME_CONTROLS: readonly Control[] = [advance, produce, pause, resume];
