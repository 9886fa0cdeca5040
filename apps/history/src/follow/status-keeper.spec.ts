import { ManualClock } from '@app/operations';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import { SecondWriterError } from '../store/errors';
import { StatusKeeper } from './status-keeper';

const position = (blockNum: number) => ({ blockNum, blockId: new Uint8Array(32) });

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

describe('the block of a node that belongs into the store', () => {
  const ignore = () => undefined;
  const keeperOf = (irreversibleOnly: boolean): StatusKeeper =>
    new StatusKeeper(
      { committed: ignore, undone: ignore },
      { info: ignore, warn: ignore, error: ignore },
      new ManualClock(0),
      irreversibleOnly,
    );
  const reported = (irreversibleOnly: boolean, head: number, irreversible: number): StatusKeeper => {
    const keeper = keeperOf(irreversibleOnly);
    keeper.node({ head: position(head), lastIrreversible: position(irreversible) });
    return keeper;
  };

  it('it is the head, or the last irreversible block where only those are followed', () => {
    expect(keeperOf(true).status.targetNum).toBeUndefined();
    expect(reported(false, 400, 75).status.targetNum).toBe(400);
    expect(reported(true, 400, 75).status.targetNum).toBe(75);
  });

  it('an irreversible block may be as old as the reversible ones take, within what a schedule can have', () => {
    expect(reported(false, 400, 75).finalityMs).toBe(0);
    expect(reported(true, 400, 75).finalityMs).toBe(325 * 750);
    expect(reported(true, 75, 400).finalityMs).toBe(0);
    expect(reported(true, 2 ** 32 - 1, 75).finalityMs).toBe(2_100 * 750);
  });
});

describe('the status of a follower that waits for the writer', () => {
  const ignore = () => undefined;
  const logger = { info: ignore, warn: ignore, error: ignore };
  const keeper = new StatusKeeper({ committed: ignore, undone: ignore }, logger, new ManualClock(0), false);

  it('it waits no longer once it writes itself, also before its first commit', () => {
    keeper.failed(new SecondWriterError('another process writes'), false);
    expect(keeper.status).toMatchObject({ isStandby: true, error: 'another process writes' });
    keeper.connected();
    expect(keeper.status).toMatchObject({ isStandby: false, error: undefined, isReady: false });
  });
});
