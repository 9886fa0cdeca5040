import { ManualClock } from '@app/operations';
import { StoreUnavailableError } from '../errors';
import { ColdGate } from './cold-gate';

describe('ColdGate', () => {
  it('ColdGate refuses statements while three are slow, and runs them again when one has ended', async () => {
    const clock = new ManualClock();
    const gate = new ColdGate(clock);
    const ends: (() => void)[] = [];
    const hanging = (): Promise<void> => gate.run(() => new Promise((resolve) => ends.push(resolve)));
    const quick = (): Promise<string> => gate.run(() => Promise.resolve('answered'));
    const slow = [hanging(), hanging(), hanging()];
    expect(await quick()).toBe('answered');
    clock.advance(1_001);
    await expect(quick()).rejects.toThrow(StoreUnavailableError);
    ends[0]!();
    await slow[0];
    expect(await quick()).toBe('answered');
    for (const end of ends) end();
    await Promise.all(slow);
  });

  it('ColdGate forgets statements that failed', async () => {
    const clock = new ManualClock();
    const gate = new ColdGate(clock);
    const failing = Array.from({ length: 3 }, () => gate.run(() => Promise.reject(new Error('no'))));
    for (const each of failing) await expect(each).rejects.toThrow('no');
    clock.advance(2_000);
    expect(await gate.run(() => Promise.resolve(1))).toBe(1);
  });
});
