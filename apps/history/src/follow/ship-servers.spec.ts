import { ManualClock } from '@app/operations';
import { WrongChainError } from '../store/errors';
import { ConnectionError, UnprovenBlockError } from './follow-errors';
import { ShipServers } from './ship-servers';

const LOST = new ConnectionError('closed');
const LIE = new UnprovenBlockError('the header does not prove it');

function servers(...urls: string[]) {
  const clock = new ManualClock(1_000_000);
  const of = new ShipServers(urls, clock);
  /** Places of the servers that are used, each after a failure of the one before. */
  const after = (...errors: Error[]): number[] =>
    errors.map((error) => {
      of.failed(error);
      return of.place;
    });
  return { clock, of, after };
}

describe('the state-history servers of a chain', () => {
  it('the first server is used, and stays the one while it does not fail', () => {
    const { of, clock } = servers('ws://a', 'ws://b');
    clock.advance(1_000_000);
    expect([of.url, of.place, of.count]).toEqual(['ws://a', 1, 2]);
  });

  it('after a failure the next server is used, and it stays the one once the first does not rest any more', () => {
    const { of, after, clock } = servers('ws://a', 'ws://b', 'ws://c');
    expect(after(LOST)).toEqual([2]);
    clock.advance(3_600_000);
    expect(of.url).toBe('ws://b');
    expect(after(LOST)).toEqual([1]);
  });

  it('while all servers rest, the one whose rest ends first is used: a liar later than one that was lost', () => {
    expect(servers('ws://a', 'ws://b').after(LIE, LOST, LOST)).toEqual([2, 2, 2]);
    const { after, clock } = servers('ws://a', 'ws://b');
    after(LIE);
    clock.advance(50_000);
    expect(after(LOST)).toEqual([1]);
  });

  it('a server on another chain is left, and so is one whose message does not prove itself', () => {
    for (const error of [new WrongChainError('another'), LIE])
      expect(servers('ws://a', 'ws://b').after(error)).toEqual([2]);
  });

  it('an error that is not of the server, and one of the only server, changes nothing', () => {
    expect(servers('ws://a', 'ws://b').after(new Error('the database is lost'))).toEqual([1]);
    expect(servers('ws://a').after(LOST, LIE)).toEqual([1, 1]);
  });
});
