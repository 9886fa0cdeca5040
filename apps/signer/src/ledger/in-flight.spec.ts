import { assertInFlight } from './in-flight';
import { type LedgerEvent, SpendingState } from './spending-rules';

const NOW = 1_000_000;

const reserve = (id: string, expires_at: number): LedgerEvent => ({
  ...{ type: 'reserve', id, request: id, call: id, units: {}, signed_at: 0, packed: '' },
  expires_at,
});
const outcome = (id: string, status: string): LedgerEvent => ({
  ...{ type: 'outcome', id, status, block_num: null },
});

describe('transactions without a known outcome', () => {
  const stateOf = (...events: LedgerEvent[]): SpendingState => {
    const state = new SpendingState();
    for (const event of events) state.apply(event);
    return state;
  };

  it.each<[string, LedgerEvent[]]>([
    ['is new', []],
    ['has an unknown outcome', [outcome('a', 'unknown')]],
    ['was claimed by a second attempt', [{ type: 'claim', id: 'a' }]],
  ])('a transaction that %s takes a place until it has expired', (_, events) => {
    const state = stateOf(reserve('a', NOW + 1), ...events);
    expect(() => assertInFlight(state, 1, NOW)).toThrow(
      '1 transactions have no known outcome yet, of 1 at most',
    );
    assertInFlight(state, 2, NOW);
    assertInFlight(state, 1, NOW + 1);
  });

  it.each<[string, LedgerEvent]>([
    ['was executed', outcome('a', 'executed')],
    ['was never signed', { type: 'void', id: 'a' }],
  ])('a transaction that %s takes no place', (_, event) => {
    assertInFlight(stateOf(reserve('a', NOW + 1), event), 1, NOW);
  });

  it('the refusal says when the first place is free', () => {
    const state = stateOf(reserve('a', NOW + 2000), reserve('b', NOW + 1000));
    expect(() => assertInFlight(state, 2, NOW)).toThrow(new Date(NOW + 1000).toISOString());
  });
});
