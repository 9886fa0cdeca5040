import { ManualClock } from '@app/operations';
import fc from 'fast-check';
import { MemoryRequests } from './memory-requests';
import { TooManyRequestsError } from './request-store';

const DAY_MS = 24 * 3_600_000;
const record = (fingerprint: string) => ({ fingerprint, packedTrx: '00', expiresAtMs: 1 });

describe('MemoryRequests', () => {
  it('MemoryRequests refuses a new id while it is full, and forgets none before its 24 hours', async () => {
    const clock = new ManualClock(0);
    const requests = new MemoryRequests(clock, 5);
    await requests.claim('a', record('a'), undefined, 'first');
    clock.advance(1);
    await requests.claim('b', record('b'), undefined, 'second');
    await expect(requests.claim('c', record('c'), undefined, 'third')).rejects.toMatchObject({
      ...{ own: 0, waitSeconds: DAY_MS / 1000 },
    });
    clock.advance(DAY_MS - 2);
    expect(await requests.read('a')).toEqual(record('a'));
    clock.advance(1);
    expect(await requests.read('a')).toBeUndefined();
    expect(await requests.claim('c', record('c'), undefined, 'third')).toBeUndefined();
    expect(await requests.read('b')).toEqual(record('b'));
  });

  it('MemoryRequests replaces only the record that the caller has read', async () => {
    const requests = new MemoryRequests(new ManualClock(0));
    await requests.claim('a', record('first'), undefined, 'client');
    expect(await requests.claim('a', record('second'), undefined, 'client')).toEqual(record('first'));
    expect(await requests.claim('a', record('second'), record('first'), 'client')).toBeUndefined();
    expect(await requests.claim('a', record('third'), record('first'), 'client')).toEqual(record('second'));
  });

  it('MemoryRequests keeps an id for the client that was first, whoever replaces its record', async () => {
    const requests = new MemoryRequests(new ManualClock(0), 8);
    for (const id of ['a', 'b']) await requests.claim(id, record(id), undefined, 'first');
    for (const id of ['a', 'b'])
      expect(await requests.claim(id, record('next'), record(id), 'second')).toBeUndefined();
    await expect(requests.claim('c', record('c'), undefined, 'first')).rejects.toMatchObject({ own: 2 });
    expect(await requests.claim('c', record('c'), undefined, 'second')).toBeUndefined();
  });

  it('MemoryRequests gives each client a quarter of what the others leave, and forgets nothing for it', async () => {
    const max = 40;
    const client = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const step = fc.record({ client, id: fc.nat(99), afterMs: fc.constantFrom(0, 1, DAY_MS / 30) });
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 120 }), async (steps) => {
        const clock = new ManualClock(0);
        const requests = new MemoryRequests(clock, max);
        let kept: { id: string; client: string; untilMs: number }[] = [];
        for (const { client, id, afterMs } of steps) {
          clock.advance(afterMs);
          kept = kept.filter(({ untilMs }) => clock.monotonicMs() < untilMs);
          const name = String(id);
          const own = kept.filter((each) => each.client === client);
          const isKnown = kept.some((each) => each.id === name);
          const hasRoom = 4 * (own.length + 1) <= max - (kept.length - own.length);
          const answer = await requests
            .claim(name, record(name), undefined, client)
            .catch((error: unknown) => error);
          if (isKnown) expect(answer).toEqual(record(name));
          else if (hasRoom) {
            expect(answer).toBeUndefined();
            kept.push({ id: name, client, untilMs: clock.monotonicMs() + DAY_MS });
          } else {
            refusals += 1;
            const waitMs = ((own[0] ?? kept[0])?.untilMs ?? 0) - clock.monotonicMs();
            expect(answer).toEqual(new TooManyRequestsError(own.length, waitMs));
          }
          const records = await Promise.all(kept.map((each) => requests.read(each.id)));
          expect(records.map((each) => each?.fingerprint)).toEqual(kept.map((each) => each.id));
        }
      }),
      { numRuns: 100 },
    );
    expect(refusals).toBeGreaterThan(100);
  });
});
