import { INITIAL_STATUS } from '../follow/follow-status';
import { chainReadiness } from './chain-readiness';

describe('the readiness of a chain', () => {
  const status = { ...INITIAL_STATUS, isConnected: true, isReady: true, nodeHeadNum: 100, lastBlockNum: 100 };

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
