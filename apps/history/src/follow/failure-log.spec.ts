import { ManualClock } from '@app/operations';
import { FailureLog } from './failure-log';
import { ConnectError, ConnectionError, MissingHistoryError, NodeEndedError } from './follow-errors';

const REFUSED = new ConnectError('ws://127.0.0.1:1: connect ECONNREFUSED');

describe('failures of a follower', () => {
  let clock: ManualClock;
  let lines: [level: string, error: unknown][];
  let log: FailureLog;
  const fail = (error: Error) => log.failed(error, error.message);

  beforeEach(() => {
    clock = new ManualClock(0);
    lines = [];
    log = new FailureLog(
      {
        info: () => undefined,
        warn: ({ err }) => lines.push(['warn', err]),
        error: ({ err }) => lines.push(['error', err]),
      },
      clock,
    );
  });

  it('the failure log leaves out a refused connection of a node that is reached soon', () => {
    fail(REFUSED);
    clock.advance(2999);
    fail(REFUSED);
    log.connected();
    log.recovered();
    clock.advance(60_000);
    fail(REFUSED);
    expect(lines).toEqual([]);
  });

  it('the failure log leaves out the orderly end of a node, and warns when it stays away', () => {
    fail(new NodeEndedError('ws://127.0.0.1:1: connection closed (1001 the chain ends)'));
    expect(lines).toEqual([]);
    clock.advance(3000);
    fail(REFUSED);
    expect(lines).toEqual([['warn', REFUSED]]);
  });

  it('the failure log warns once of a node that is away for three seconds, and again after a recovery', () => {
    const failForLong = () => {
      for (let count = 0; count < 10; count++) {
        fail(REFUSED);
        clock.advance(1000);
      }
    };
    failForLong();
    expect(lines).toEqual([['warn', REFUSED]]);
    log.connected();
    log.recovered();
    failForLong();
    expect(lines).toHaveLength(2);
  });

  it('the failure log has a lost connection and every other failure at once, each message once', () => {
    const lost = new ConnectionError('connection closed (1006)');
    const gap = new MissingHistoryError('the node has no history of block 11');
    for (const error of [lost, lost, gap, gap]) fail(error);
    expect(lines).toEqual([
      ['error', lost],
      ['error', gap],
    ]);
  });
});
