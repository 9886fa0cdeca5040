import { z } from 'zod';
import { control, type Control } from './control';
import { ControlError } from './control-error';
import { members, NO_MEMBERS } from './fields';
import { MAX_SNAPSHOTS, START } from './snapshots';
import type { World } from './world';

const TAG = 'Snapshots';

const snapshotName = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -, for example before-the-crash')
  .meta({ description: 'Name of the snapshot.' });
const rewindTime = z.boolean({ error: 'must be true or false' }).default(false).meta({
  description:
    'Whether the clock goes back, too. If not, the next block is of now, as after advancing time. With it everything that follows is the same each time.',
});

const told = ({ chain, snapshots }: World) => {
  const { num, id, timeMs } = chain.head();
  return {
    head_block_num: num,
    head_block_id: id,
    head_block_time: new Date(timeMs).toISOString(),
    snapshots: snapshots.names,
  };
};
const ANSWER = {
  head_block_num: 1234,
  head_block_id: '000004d2...',
  head_block_time: '2026-03-01T12:00:00.000Z',
  snapshots: ['start', 'before-the-crash'],
};

const take = control({
  path: '/devchain/snapshot',
  tag: TAG,
  title: 'Take a snapshot',
  description: `Seals the open block and remembers the whole chain as it is then, in memory: it is gone when the process ends. At most ${String(MAX_SNAPSHOTS)} are kept; a name taken is used again.`,
  body: members({ name: snapshotName }),
  example: { name: 'before-the-crash' },
  answers: ANSWER,
  run: (world, { name }) => {
    const { snapshots } = world;
    if (name === START)
      throw new ControlError(`name: ${START} is the beginning of the chain and stays what it is`);
    if (!snapshots.has(name) && snapshots.names.length >= MAX_SNAPSHOTS) {
      throw new ControlError(
        `name: there are ${String(MAX_SNAPSHOTS)} snapshots already; use one of their names again`,
      );
    }
    snapshots.take(name);
    return told(world);
  },
});

const restore = control({
  path: '/devchain/restore',
  tag: TAG,
  title: 'Restore a snapshot',
  description: 'The chain is what it was when the snapshot was taken: same head block id, same state.',
  body: members({ name: snapshotName, rewind_time: rewindTime }),
  example: { name: 'before-the-crash', rewind_time: true },
  answers: ANSWER,
  run: (world, { name, rewind_time: rewind }) => goBack(world, name, rewind),
});

const reset = control({
  path: '/devchain/reset',
  tag: TAG,
  title: 'Reset',
  description: 'The chain is what it was when it began. Snapshots stay.',
  body: members({ rewind_time: rewindTime }),
  example: { rewind_time: false },
  answers: ANSWER,
  run: (world, { rewind_time: rewind }) => goBack(world, START, rewind),
});

const list = control({
  path: '/devchain/snapshot',
  method: 'GET',
  tag: TAG,
  title: 'Which snapshots there are',
  description: 'Their names, oldest first, and the head of the chain.',
  body: NO_MEMBERS,
  example: {},
  answers: ANSWER,
  run: told,
});

function goBack(world: World, name: string, isRewound: boolean): object {
  const { snapshots } = world;
  if (!snapshots.has(name)) throw new ControlError(`name: must be one of ${snapshots.names.join(', ')}`);
  snapshots.restore(name, { rewindTime: isRewound });
  return told(world);
}

export const SNAPSHOT_CONTROLS: readonly Control[] = [take, restore, reset, list];
