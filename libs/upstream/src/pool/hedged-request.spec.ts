import { setTimeout as delay } from 'node:timers/promises';
import { AllFailedError, hedgedRequest } from './hedged-request';

type Target = 'one' | 'two' | 'three';
const TARGETS: readonly Target[] = ['one', 'two', 'three'];

/** Attempts that end on command. */
class Attempts {
  readonly started: Target[] = [];
  readonly aborted: Target[] = [];
  readonly #ends = new Map<Target, { resolve(value: string): void; reject(error: Error): void }>();

  readonly run = (target: Target, signal: AbortSignal): Promise<string> => {
    this.started.push(target);
    signal.addEventListener('abort', () => this.aborted.push(target));
    return new Promise((resolve, reject) => this.#ends.set(target, { resolve, reject }));
  };

  answer(target: Target): void {
    this.#ends.get(target)?.resolve(`answer of ${target}`);
  }

  fail(target: Target, message = 'down'): void {
    this.#ends.get(target)?.reject(new Error(message));
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(hedgeAfterMs: number | undefined = undefined) {
  const attempts = new Attempts();
  const end = new AbortController();
  const outcome = hedgedRequest<Target, string>({
    next: (tried) => TARGETS.find((target) => !tried.has(target)),
    attempt: attempts.run,
    isFinal: (error) => (error as Error).message === 'refused',
    hedgeAfterMs: () => hedgeAfterMs,
    deadlineMs: 60_000,
    signal: end.signal,
  });
  outcome.catch(() => undefined);
  return { attempts, outcome, end };
}

describe('a request to several targets', () => {
  it('a hedged request asks one target when it answers', async () => {
    const { attempts, outcome } = setUp();
    attempts.answer('one');
    expect(await outcome).toBe('answer of one');
    expect(attempts.started).toEqual(['one']);
  });

  it('a hedged request asks the next target when one fails', async () => {
    const { attempts, outcome } = setUp();
    attempts.fail('one');
    await settled();
    attempts.answer('two');
    expect(await outcome).toBe('answer of two');
  });

  it('a hedged request asks the next target beside one that is late, and ends the loser', async () => {
    const { attempts, outcome } = setUp(1);
    for (let left = 2_000; left > 0 && attempts.started.length < 2; left -= 1) await delay(1);
    attempts.answer('two');
    expect(await outcome).toBe('answer of two');
    expect(attempts.aborted).toContain('one');
  });

  it('a hedged request takes the answer of the late target when it comes first', async () => {
    const { attempts, outcome } = setUp(1);
    while (attempts.started.length < 3) await settled();
    attempts.answer('one');
    expect(await outcome).toBe('answer of one');
  });

  it('a hedged request waits for the target that still runs when the one beside it fails', async () => {
    const { attempts, outcome } = setUp(1);
    while (attempts.started.length < 3) await settled();
    attempts.fail('two');
    attempts.fail('three');
    await settled();
    attempts.answer('one');
    expect(await outcome).toBe('answer of one');
  });

  it('a hedged request ends with a refusal that every target would give', async () => {
    const { attempts, outcome } = setUp();
    attempts.fail('one', 'refused');
    await expect(outcome).rejects.toThrow('refused');
    expect(attempts.started).toEqual(['one']);
  });

  it('a hedged request fails with the failures of all targets', async () => {
    const { attempts, outcome } = setUp();
    for (const target of TARGETS) {
      attempts.fail(target, `${target} is down`);
      await settled();
    }
    const error: unknown = await outcome.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(AllFailedError);
    expect((error as AllFailedError).failures.map(String)).toEqual(
      TARGETS.map((target) => `Error: ${target} is down`),
    );
  });

  it('a hedged request ends at its deadline while targets hang', async () => {
    const { attempts, outcome, end } = setUp();
    end.abort();
    await expect(outcome).rejects.toBeInstanceOf(AllFailedError);
    expect(attempts.aborted).toEqual(['one']);
  });

  describe('by a clock of the spec', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
    afterEach(() => jest.useRealTimers());

    /** One target, and the others when the request is overdue, after 30 ms; late are 5 ms. */
    function setUpOverdue() {
      const attempts = new Attempts();
      const asked: [number, boolean][] = [];
      const outcome = hedgedRequest<Target, string>({
        next: (tried, running, isOverdue) => {
          asked.push([running, isOverdue]);
          if (running > 0 && !isOverdue) return undefined;
          return TARGETS.find((target) => !tried.has(target));
        },
        attempt: attempts.run,
        isFinal: () => false,
        hedgeAfterMs: () => 5,
        overdueAfterMs: 30,
        deadlineMs: 60_000,
      });
      return { attempts, asked, outcome };
    }

    it('a hedged request asks also a target that is not worth it when it is overdue', async () => {
      const { attempts, asked, outcome } = setUpOverdue();
      await jest.advanceTimersByTimeAsync(29);
      expect(asked).toEqual([
        [0, false],
        [1, false],
      ]);
      await jest.advanceTimersByTimeAsync(1);
      expect(asked.slice(2)).toEqual([[1, true]]);
      attempts.answer('two');
      expect(await outcome).toBe('answer of two');
    });

    it('a hedged request waits again when its timer ends before it is overdue', async () => {
      const { attempts, asked, outcome } = setUpOverdue();
      await jest.advanceTimersByTimeAsync(5);
      const now = performance.now();
      const early = jest.spyOn(performance, 'now').mockReturnValue(now + 23);
      await jest.advanceTimersByTimeAsync(25);
      early.mockRestore();
      expect(asked.slice(1)).toEqual([
        [1, false],
        [1, false],
      ]);
      await jest.advanceTimersByTimeAsync(2);
      expect(asked.slice(3)).toEqual([[1, true]]);
      attempts.answer('two');
      expect(await outcome).toBe('answer of two');
    });
  });

  it('a hedged request ends when no time is left, without a timer of negative length', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const attempts = new Attempts();
    const outcome = hedgedRequest<Target, string>({
      next: (tried) => TARGETS.find((target) => !tried.has(target)),
      attempt: attempts.run,
      isFinal: () => false,
      hedgeAfterMs: () => undefined,
      deadlineMs: -50,
    });
    await expect(outcome).rejects.toBeInstanceOf(AllFailedError);
    const lengths = timers.mock.calls.map(([, ms]) => Number(ms));
    timers.mockRestore();
    expect(lengths).toEqual([0]);
  });
});
