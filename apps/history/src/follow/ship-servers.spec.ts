import { DatabaseSync } from 'node:sqlite';
import { ManualClock } from '@app/operations';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import {
  ColdTierError,
  SecondWriterError,
  StoreUnavailableError,
  StoreVersionError,
  WrongChainError,
} from '../store/errors';
import { ConnectionError, UnprovenBlockError } from './follow-errors';
import { ShipServers } from './ship-servers';

const LOST = new ConnectionError('closed');
const LIE = new UnprovenBlockError('the header does not prove it');

function serversOf(isRepeated: boolean, ...urls: string[]) {
  const clock = new ManualClock(1_000_000);
  const of = new ShipServers(urls, clock);
  /** Places of the servers that are used, each after a failure of the one before. */
  const after = (...errors: Error[]): number[] =>
    errors.map((error) => {
      of.failed(error, isRepeated);
      return of.place;
    });
  return { clock, of, after };
}

function refusal(database: DatabaseSync, weight: string | null): Error {
  try {
    database.prepare('INSERT INTO voter VALUES (?)').run(weight);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the database took the row');
}

const servers = (...urls: string[]) => serversOf(false, ...urls);

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

  it("a failure that comes again without a commit is the server's, unless it is of the store or an archive", () => {
    const NULL_WEIGHT = new Error('NOT NULL constraint failed: voter.weight');
    expect(serversOf(true, 'ws://a', 'ws://b').after(NULL_WEIGHT)).toEqual([2]);
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE voter (weight NOT NULL)');
    expect(serversOf(true, 'ws://a', 'ws://b').after(refusal(database, null))).toEqual([2]);
    database.exec('PRAGMA max_page_count = 1');
    const notNumeric = Object.assign(new Error('numeric field overflow'), {
      severity: 'ERROR',
      code: '22003',
    });
    expect(serversOf(true, 'ws://a', 'ws://b').after(notNumeric)).toEqual([2]);
    for (const error of [
      refusal(database, 'x'.repeat(100_000)),
      Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
        ...{ severity: 'ERROR', code: '25006' },
      }),
      new StoreUnavailableError('the database does not answer'),
      new SecondWriterError('another process writes'),
      new StoreVersionError('a newer program wrote it'),
      new ColdTierError('it belongs to another store'),
      new UnavailableArchiveError('the archive does not answer'),
      new RefusedArchiveError('a segment is refused'),
    ])
      expect(serversOf(true, 'ws://a', 'ws://b').after(error)).toEqual([1]);
  });
});
