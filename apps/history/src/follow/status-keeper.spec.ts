import { ManualClock } from '@app/operations';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import { StatusKeeper } from './status-keeper';

describe('the status of a follower whose archives fail', () => {
  const lines: string[] = [];
  const logger = {
    info: () => undefined,
    warn: () => undefined,
    error: ({ err }: { err: unknown }) => lines.push((err as Error).message),
  };
  const listener = { committed: () => undefined, undone: () => undefined };
  const keeper = new StatusKeeper(listener, logger, new ManualClock(0), false);

  it('each error is logged once until a commit, and refused files are counted', () => {
    const refused = new RefusedArchiveError('segment x is refused');
    for (let times = 0; times < 3; times++) keeper.archiveFailed(refused);
    keeper.archiveFailed(new UnavailableArchiveError('y cannot be read'));
    keeper.archiveFailed(refused);
    expect(lines).toEqual(['segment x is refused', 'y cannot be read']);
    expect(keeper.status.refusals).toBe(4);
    keeper.committed([], 0);
    keeper.archiveFailed(refused);
    expect(lines).toHaveLength(3);
  });
});
