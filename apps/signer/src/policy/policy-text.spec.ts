import { decide, SpendingError, SpendingState } from '../ledger/spending-rules';
import { policyText, PROFILE_TEXT } from '../testing/example-policy';
import { readPolicy } from './policy';
import { roomLines } from './policy-text';

const HOUR = 3_600_000;
const AT = Date.parse('2026-11-01T12:00:00Z');
const policy = readPolicy(policyText(), PROFILE_TEXT);
const usdtLines = (state: SpendingState, nowMs: number): string[] =>
  roomLines(policy, state, nowMs).filter((line) => line.startsWith('USDT '));

describe('the room of a policy in words', () => {
  it('the room is what the windows of the caps have left', () => {
    const state = new SpendingState();
    state.apply({
      ...{ type: 'reserve', id: 'a', request: 'a', call: 'a', units: { USDT: '1000000000' }, packed: '' },
      ...{ signed_at: AT, expires_at: AT + 45_000 },
    });
    expect(usdtLines(state, AT + 2 * HOUR)).toEqual([
      'USDT within 1 h: 0.00000000 USDT used, 25.00000000 USDT left',
      'USDT within 24 h: 10.00000000 USDT used, 40.00000000 USDT left',
    ]);
  });

  it('there is no room in a log that was put back, until no signature that it lacks can count in the window', () => {
    const state = new SpendingState();
    state.apply({ type: 'put_back', at: AT });
    const nowMs = AT + 2 * HOUR;
    expect(usdtLines(state, nowMs)).toEqual([
      'USDT within 1 h: 0.00000000 USDT used, 25.00000000 USDT left',
      'USDT within 24 h: no room until 2026-11-02T12:01:00.000Z, because the log was put back',
    ]);
    const wanted = { request: 'a', call: 'a', units: new Map([['USDT', 1n]]) };
    expect(() => decide(state, wanted, nowMs, policy.caps)).toThrow(SpendingError);
    const later = AT + 24 * HOUR + 60_000;
    expect(decide(state, wanted, later, policy.caps)).toBeUndefined();
    expect(usdtLines(state, later).join()).not.toContain('no room');
  });
});
