import { type Followed, isSettled, leftMs, stateOf } from './proposal-state';

const EXPIRES = Date.parse('2026-11-29T12:00:00Z');
const MINUTE = 60_000;

/** An answer of nodes at a time of this machine, whose clock is that of the chain unless it is ahead. */
const known = (headMs: number, status: Followed['found']['status'] = 'not_found', aheadMs = 0) => ({
  answer: { headMs, found: { status, finality: null } },
  at: headMs + aheadMs,
});

describe('a proposal that may be in a wallet', () => {
  it('a proposal is open until it expires', () => {
    expect(stateOf(EXPIRES, EXPIRES - 1, {})).toBe('open');
    expect(stateOf(EXPIRES, EXPIRES - 1, known(EXPIRES - MINUTE))).toBe('open');
  });

  it('a proposal is over where a look-up after a block of the expiry finds nothing, and not before', () => {
    expect(stateOf(EXPIRES, EXPIRES, known(EXPIRES))).toBe('over');
    expect(stateOf(EXPIRES, EXPIRES + MINUTE, {})).toBe('asked');
    expect(stateOf(EXPIRES, EXPIRES + MINUTE, known(EXPIRES - 500))).toBe('asked');
  });

  it.each(['executed', 'pending'] as const)(
    'a transaction that is %s is found, whatever the time is',
    (status) => {
      for (const headMs of [EXPIRES - MINUTE, EXPIRES + MINUTE])
        expect(stateOf(EXPIRES, EXPIRES + 2 * MINUTE, known(headMs, status))).toBe('found');
    },
  );

  it.each([
    ['ahead', 10 * MINUTE],
    ['behind', -10 * MINUTE],
  ])('the time of the chain counts where the clock of the machine is %s', (_, aheadMs) => {
    const before = known(EXPIRES - MINUTE, 'not_found', aheadMs);
    expect(stateOf(EXPIRES, before.at, before)).toBe('open');
    expect(leftMs(EXPIRES, before.at, before)).toBe(MINUTE);
    expect(leftMs(EXPIRES, before.at + 1_000, before)).toBe(MINUTE - 1_000);
    expect(stateOf(EXPIRES, before.at + MINUTE, before)).toBe('asked');
    const after = known(EXPIRES, 'not_found', aheadMs);
    expect(stateOf(EXPIRES, after.at, after)).toBe('over');
  });

  it('a time of the chain that is no time is no reason to compose again', () => {
    expect(stateOf(EXPIRES, EXPIRES - MINUTE, known(Number.NaN))).toBe('asked');
  });

  it('look-ups end with irreversibility, and ten minutes after the expiry', () => {
    const of = (headMs: number, finality: Followed['found']['finality']) => ({
      headMs,
      found: { status: finality === null ? ('not_found' as const) : ('executed' as const), finality },
    });
    expect(isSettled(EXPIRES, of(EXPIRES - MINUTE, 'irreversible'))).toBe(true);
    expect(isSettled(EXPIRES, of(EXPIRES + MINUTE, 'in_block'))).toBe(false);
    expect(isSettled(EXPIRES, of(EXPIRES + 9 * MINUTE, null))).toBe(false);
    expect(isSettled(EXPIRES, of(EXPIRES + 11 * MINUTE, null))).toBe(true);
  });
});
