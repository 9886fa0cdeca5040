import { ManualClock } from '@app/operations';
import { MemoryCounter } from './memory-counter';

describe('the counter in memory', () => {
  it('the counter in memory counts to the end of the minute that began with the first request', () => {
    const clock = new ManualClock(5_000);
    const counter = new MemoryCounter(clock);
    expect(counter.hit('a')).toEqual({ hits: 1, msLeft: 60_000 });
    clock.advance(59_999);
    expect(counter.hit('a')).toEqual({ hits: 2, msLeft: 1 });
    clock.advance(1);
    expect(counter.hit('a')).toEqual({ hits: 1, msLeft: 60_000 });
  });

  it('the counter in memory drops ended windows as new ones begin', () => {
    const clock = new ManualClock();
    const counter = new MemoryCounter(clock);
    for (let client = 0; client < 1000; client++) counter.hit(`client ${client}`);
    clock.advance(60_000);
    counter.hit('somebody');
    expect(counter.size).toBe(1);
  });

  it('the counter in memory never holds more than its bound, and drops the oldest first', () => {
    const counter = new MemoryCounter(new ManualClock(), 3);
    for (const client of ['a', 'b', 'c', 'd']) counter.hit(client);
    expect(counter.size).toBe(3);
    expect(counter.hit('d').hits).toBe(2);
    expect(counter.hit('a').hits).toBe(1);
  });
});
