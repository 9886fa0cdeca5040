import { z } from 'zod';
import { adminRoute, type AdminRoute } from './admin-route';
import { AdminError } from './admin-error';
import { members, NO_MEMBERS } from './fields';
import { MAX_SNAPSHOTS, START } from './snapshots';
import type { AdminContext } from './admin-context';

const TAG = 'Snapshots';

const snapshotName = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -, for example before-the-crash')
  .meta({ description: 'Name of the snapshot.' });
const rewindTime = z.boolean({ error: 'must be true or false' }).default(false).meta({
  description:
    'Whether the clock is set back too. If not, the next block has the current time. If so, the same requests give the same blocks.',
});

const toResponse = ({ chain, snapshots }: AdminContext) => {
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

const take = adminRoute({
  path: '/devchain/snapshot',
  tag: TAG,
  title: 'Take a snapshot',
  description: `Seals the open block and keeps the whole state of the chain in memory until the process ends. At most ${String(MAX_SNAPSHOTS)} are kept; an existing name is overwritten.`,
  body: members({ name: snapshotName }),
  example: { name: 'before-the-crash' },
  answers: ANSWER,
  run: (context, { name }) => {
    const { snapshots } = context;
    if (name === START)
      throw new AdminError(`name: ${START} is the state after genesis and cannot be overwritten`);
    if (!snapshots.has(name) && snapshots.names.length >= MAX_SNAPSHOTS) {
      throw new AdminError(
        `name: there are ${String(MAX_SNAPSHOTS)} snapshots already; use one of their names again`,
      );
    }
    snapshots.take(name);
    return toResponse(context);
  },
});

const restore = adminRoute({
  path: '/devchain/restore',
  tag: TAG,
  title: 'Restore a snapshot',
  description: 'Returns the chain to the state of the snapshot: same head block id, same state.',
  body: members({ name: snapshotName, rewind_time: rewindTime }),
  example: { name: 'before-the-crash', rewind_time: true },
  answers: ANSWER,
  run: (context, { name, rewind_time: rewind }) => goBack(context, name, rewind),
});

const reset = adminRoute({
  path: '/devchain/reset',
  tag: TAG,
  title: 'Reset',
  description: 'Returns the chain to its initial state. Snapshots stay.',
  body: members({ rewind_time: rewindTime }),
  example: { rewind_time: false },
  answers: ANSWER,
  run: (context, { rewind_time: rewind }) => goBack(context, START, rewind),
});

const list = adminRoute({
  path: '/devchain/snapshot',
  method: 'GET',
  tag: TAG,
  title: 'List snapshots',
  description: 'Their names, oldest first, and the head of the chain.',
  body: NO_MEMBERS,
  example: {},
  answers: ANSWER,
  run: toResponse,
});

function goBack(context: AdminContext, name: string, isRewound: boolean): object {
  const { snapshots } = context;
  if (!snapshots.has(name)) throw new AdminError(`name: must be one of ${snapshots.names.join(', ')}`);
  snapshots.restore(name, { rewindTime: isRewound });
  return toResponse(context);
}

export const SNAPSHOT_ROUTES: readonly AdminRoute[] = [take, restore, reset, list];
