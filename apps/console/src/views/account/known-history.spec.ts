import fc from 'fast-check';
import type { HistoryAction } from '../../ui/action-table';
import { type KnownHistory, withNewest, withOlder } from './known-history';

const action = (sequence: number): HistoryAction => ({
  ...{ timestamp: '', block_num: 1, trx_id: '', global_sequence: sequence },
  act: { account: 'a', name: 'b', data: '' },
});

/** A page of a history that has the sequences from 1 to `newest`; a cursor is the sequence of the last action. */
function pageOf(newest: number, limit: number, cursor = newest + 1): KnownHistory {
  const first = Math.min(newest, cursor - 1);
  const actions = Array.from({ length: Math.min(limit, first) }, (_, index) => action(first - index));
  return { actions, next: first > limit ? String(first - limit + 1) : null };
}

const sequencesOf = ({ actions }: KnownHistory) => actions.map(({ global_sequence }) => global_sequence);

describe('the known history of an account', () => {
  it('the known history has no hole and no action twice, whatever arrives between the pages that are read', () => {
    const step = fc.oneof(fc.constant('older' as const), fc.nat(30));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 20 }), (first, steps) => {
        let newest = first;
        let known = pageOf(newest, 10);
        for (const each of steps) {
          if (each === 'older') {
            const { next } = known;
            if (next !== null) known = withOlder(known, next, pageOf(newest, 10, Number(next)));
          } else {
            newest += each;
            known = withNewest(known, pageOf(newest, 10));
          }
          const sequences = sequencesOf(known);
          expect(sequences).toEqual(sequences.map((_, index) => newest - index));
          expect(known.next).toBe(sequences.at(-1) === 1 ? null : String(sequences.at(-1)));
        }
      }),
    );
  });

  it('older actions stay in their place when newer ones arrive', () => {
    const two = withOlder(pageOf(40, 10), '31', pageOf(40, 10, 31));
    expect(sequencesOf(withNewest(two, pageOf(43, 10)))).toEqual(
      Array.from({ length: 23 }, (_, index) => 43 - index),
    );
  });

  it('a page that a fork made shorter replaces the actions that are as new', () => {
    const known = { actions: [9, 8, 5, 4, 3].map(action), next: '3' };
    const page = { actions: [7, 5, 4].map(action), next: '4' };
    expect(sequencesOf(withNewest(known, page))).toEqual([7, 5, 4, 3]);
  });

  it('the known history ends with a newest page that does not reach it', () => {
    const two = withOlder(pageOf(40, 10), '31', pageOf(40, 10, 31));
    expect(withNewest(two, pageOf(60, 10))).toEqual(pageOf(60, 10));
  });

  it('a page of a history that has ended elsewhere meanwhile is not added', () => {
    expect(withOlder(pageOf(60, 10), '31', pageOf(40, 10, 31))).toEqual(pageOf(60, 10));
  });
});
