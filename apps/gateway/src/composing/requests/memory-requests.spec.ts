import { ManualClock } from '@app/operations';
import { MemoryRequests } from './memory-requests';
import { RequestsUnavailableError } from './request-store';

const DAY_MS = 24 * 3_600_000;
const record = (fingerprint: string) => ({ fingerprint, packedTrx: '00', expiresAtMs: 1 });

describe('MemoryRequests', () => {
  it('MemoryRequests refuses a new id while it is full, and forgets none before its 24 hours', async () => {
    const clock = new ManualClock(0);
    const requests = new MemoryRequests(clock, 2);
    await requests.claim('a', record('a'), undefined);
    clock.advance(1);
    await requests.claim('b', record('b'), undefined);
    await expect(requests.claim('c', record('c'), undefined)).rejects.toThrow(RequestsUnavailableError);
    clock.advance(DAY_MS - 2);
    expect(await requests.read('a')).toEqual(record('a'));
    clock.advance(1);
    expect(await requests.read('a')).toBeUndefined();
    expect(await requests.claim('c', record('c'), undefined)).toBeUndefined();
    expect(await requests.read('b')).toEqual(record('b'));
  });

  it('MemoryRequests replaces only the record that the caller has read', async () => {
    const requests = new MemoryRequests(new ManualClock(0));
    await requests.claim('a', record('first'), undefined);
    expect(await requests.claim('a', record('second'), undefined)).toEqual(record('first'));
    expect(await requests.claim('a', record('second'), record('first'))).toBeUndefined();
    expect(await requests.claim('a', record('third'), record('first'))).toEqual(record('second'));
  });
});
