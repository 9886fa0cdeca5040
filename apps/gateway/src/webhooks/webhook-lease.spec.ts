import { ManualClock } from '@app/operations';
import { type Hold, LEASE_MS, type WebhookStore } from './store/webhook-store';
import { WebhookLease } from './webhook-lease';

const KEY = { network: 'mainnet', name: 'desk' };

/** A store that answers as the spec says, and keeps what it was given. */
function leaseOn(holds: Hold[], isKept = true) {
  const clock = new ManualClock();
  const known: (string | undefined)[] = [];
  const kept: string[] = [];
  const store: WebhookStore = {
    hold: (_, position) => {
      known.push(position);
      // The answer takes a second.
      clock.advance(1_000);
      return Promise.resolve(holds.shift() ?? { kind: 'lost' });
    },
    keep: (_, position) => {
      kept.push(position);
      return Promise.resolve(isKept);
    },
    release: () => Promise.resolve(),
  };
  return { clock, known, kept, lease: new WebhookLease(store, KEY, clock) };
}

describe('WebhookLease', () => {
  it('WebhookLease is held from the request on, and runs out while the store is lost', async () => {
    const { clock, lease } = leaseOn([{ kind: 'held', position: 'p1' }]);
    expect(lease.isHeldFor(0)).toBe(false);
    await lease.renew();
    expect([lease.isHeldFor(LEASE_MS - 1_001), lease.isHeldFor(LEASE_MS - 1_000)]).toEqual([true, false]);
    clock.advance(LEASE_MS - 3_000);
    await lease.renew();
    expect([lease.isHeldFor(999), lease.isHeldFor(1_000)]).toEqual([true, false]);
    clock.advance(1_000);
    expect(lease.isHeldFor(0)).toBe(false);
  });

  it('WebhookLease is lost at once where another replica holds the webhook, by an answer or as a position is kept', async () => {
    const first = leaseOn([
      { kind: 'held', position: 'p1' },
      { kind: 'other', position: 'p2' },
    ]);
    await first.lease.renew();
    await first.lease.renew();
    expect(first.lease.isHeldFor(0)).toBe(false);
    expect(first.lease.position).toBe('p2');
    const second = leaseOn([{ kind: 'held', position: 'p1' }], false);
    await second.lease.renew();
    await second.lease.keep('p2');
    expect(second.lease.isHeldFor(0)).toBe(false);
  });

  it('WebhookLease that ran out, as of a process that was paused, is not continued: it is begun anew afterwards', async () => {
    const held = (position: string): Hold => ({ kind: 'held', position });
    const { clock, kept, lease } = leaseOn([held('p1'), held('p2')]);
    await lease.renew();
    clock.advance(LEASE_MS);
    await lease.renew();
    expect(lease.isHeldFor(0)).toBe(false);
    // Of the session that did not see the pause: it is not to replace what another replica has kept.
    await lease.keep('p1 and an event');
    expect(kept).toEqual([]);
    await lease.renew();
    expect([lease.isHeldFor(0), lease.position]).toEqual([true, 'p2']);
  });

  it('WebhookLease that runs out while it is renewed is not continued', async () => {
    const { clock, kept, lease } = leaseOn([
      { kind: 'held', position: 'p1' },
      { kind: 'held', position: 'p2' },
    ]);
    await lease.renew();
    clock.advance(LEASE_MS - 1_500);
    await lease.renew();
    expect(lease.isHeldFor(0)).toBe(false);
    await lease.keep('p1 and an event');
    expect([kept, lease.position]).toEqual([[], 'p2']);
  });

  it('WebhookLease tells that a position was lost where the store has a forged one, until one is kept', async () => {
    const forged: Hold = { kind: 'held', position: undefined, isForged: true };
    const { lease } = leaseOn([forged, forged, { kind: 'held', position: undefined }]);
    expect(lease.isPositionLost).toBe(false);
    await lease.renew();
    expect(lease.isPositionLost).toBe(true);
    await lease.keep('p1');
    expect(lease.isPositionLost).toBe(false);
    const known = leaseOn([{ kind: 'other', position: 'p1' }, forged]);
    for (let renewals = 0; renewals < 2; renewals += 1) await known.lease.renew();
    expect(known.lease.isPositionLost).toBe(false);
  });

  it('WebhookLease offers the newest position that it knows to a store that has none', async () => {
    const { lease, known } = leaseOn([
      { kind: 'other', position: 'p1' },
      { kind: 'held', position: undefined },
    ]);
    await lease.renew();
    await lease.renew();
    expect(known).toEqual([undefined, 'p1']);
    expect(lease.position).toBe('p1');
  });
});
