import { INITIAL_STATUS } from '../follow/follow-status';
import { chainReadiness, writerReadiness } from './chain-readiness';

describe('the readiness of a chain', () => {
  const status = { ...INITIAL_STATUS, isConnected: true, isReady: true, targetNum: 100, lastBlockNum: 100 };

  it('a chain is ready at the head of its node', () => {
    expect(chainReadiness(status)).toMatchObject({ ok: true, detail: 'block 100, 0 behind' });
  });

  it.each([
    ['before the first contact', INITIAL_STATUS, 'the node was not reached yet'],
    ['while an error is open', { ...status, error: 'connection lost' }, 'connection lost'],
    [
      'while its first state is loaded',
      { ...status, loading: { blockNum: 7, rows: 10, remainingRows: 30, remainingSeconds: 4 } },
      'the first state is loaded: 10 rows are stored, about 30 are left, for 4 seconds',
    ],
    ['while it catches up', { ...status, lastBlockNum: 79 }, '21 blocks behind the node'],
  ])('a chain is not ready %s', (_when, given, detail) => {
    expect(chainReadiness(given)).toEqual({ ok: false, detail, weight: 'essential' });
  });
});

describe('the readiness of a process that only writes', () => {
  const waiting = { ...INITIAL_STATUS, targetNum: 100, error: 'another process writes', isStandby: true };

  it('a writer that waits for the end of another one is ready, and says that it waits', () => {
    expect(writerReadiness(waiting)).toEqual({
      ok: true,
      detail: 'another process writes',
      weight: 'essential',
    });
  });

  it('a process that also answers is not ready while it waits for the writer', () => {
    expect(chainReadiness(waiting)).toMatchObject({ ok: false, detail: 'another process writes' });
  });

  it.each([
    ['before the first contact', INITIAL_STATUS, 'the node was not reached yet'],
    [
      'while its database is away',
      { ...waiting, error: 'connection lost', isStandby: false },
      'connection lost',
    ],
    ['while it catches up', { ...INITIAL_STATUS, targetNum: 100 }, '100 blocks behind the node'],
  ])('a writer is not ready %s', (_when, given, detail) => {
    expect(writerReadiness(given)).toEqual({ ok: false, detail, weight: 'essential' });
  });
});
