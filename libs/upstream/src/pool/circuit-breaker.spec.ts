import { ManualClock } from '@app/operations/core';
import { CircuitBreaker } from './circuit-breaker';

function setUp() {
  const clock = new ManualClock();
  const breaker = new CircuitBreaker(clock, () => 0);
  const fail = (times: number) => {
    for (let left = times; left > 0; left -= 1) breaker.recordFailure();
  };
  return { clock, breaker, fail };
}

describe('CircuitBreaker', () => {
  it('CircuitBreaker opens after five failures in a row, and not before', () => {
    const { breaker, fail } = setUp();
    fail(4);
    breaker.recordSuccess();
    fail(4);
    expect([breaker.state, breaker.allows]).toEqual(['closed', true]);
    fail(1);
    expect([breaker.state, breaker.allows]).toEqual(['open', false]);
  });

  it('CircuitBreaker lets one request at a time try after its pause', () => {
    const { clock, breaker, fail } = setUp();
    fail(5);
    clock.advance(999);
    expect(breaker.allows).toBe(false);
    clock.advance(1);
    expect([breaker.state, breaker.allows]).toEqual(['half open', true]);
    breaker.begin();
    expect(breaker.allows).toBe(false);
    breaker.recordNothing();
    expect(breaker.allows).toBe(true);
    breaker.begin();
    breaker.recordSuccess();
    expect([breaker.state, breaker.allows]).toEqual(['closed', true]);
  });

  it('CircuitBreaker doubles its pause with each failed try, up to half a minute', () => {
    const { clock, breaker, fail } = setUp();
    fail(5);
    const pauses: number[] = [];
    for (let pauseMs = 1_000; pauses.length < 7; pauseMs = pauses.at(-1)!) {
      clock.advance(pauseMs);
      breaker.begin();
      breaker.recordFailure();
      let waited = 0;
      for (; !breaker.allows; waited += 500) clock.advance(500);
      pauses.push(waited);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('CircuitBreaker does not count failures of requests that were sent before it opened as new ones', () => {
    const { clock, breaker, fail } = setUp();
    fail(20);
    clock.advance(1_000);
    expect(breaker.allows).toBe(true);
  });

  /** Fails as often as it takes to open, waits for the end of the pause, and succeeds. */
  const reopen = ({ clock, breaker, fail }: ReturnType<typeof setUp>, failures: number): number => {
    fail(failures);
    let waited = 0;
    for (; !breaker.allows; waited += 500) clock.advance(500);
    breaker.begin();
    breaker.recordSuccess();
    return waited;
  };

  it('CircuitBreaker opens for twice as long at a failure within ten seconds after a pause', () => {
    const circuit = setUp();
    const pauses = [reopen(circuit, 5), reopen(circuit, 1)];
    circuit.clock.advance(9_999);
    pauses.push(reopen(circuit, 1));
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
  });

  it('CircuitBreaker opens after five failures in a row again ten seconds after a pause', () => {
    const circuit = setUp();
    reopen(circuit, 5);
    circuit.clock.advance(10_000);
    circuit.fail(4);
    expect(circuit.breaker.state).toBe('closed');
    expect(reopen(circuit, 1)).toBe(1_000);
  });
});
