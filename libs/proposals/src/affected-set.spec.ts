import { ManualClock } from '@app/operations';
import { AffectedSet, type AffectedSetState } from './affected-set';

const BAD = 'ab'.repeat(32);
const GOOD = 'cd'.repeat(32);
const list = (...hashes: string[]) => JSON.stringify({ hashes });
const DAY_MS = 24 * 60 * 60 * 1000;

describe('the affected set', () => {
  let clock: ManualClock;
  let published: () => string;
  let reads: number;
  let reports: AffectedSetState[];
  let set: AffectedSet;
  beforeEach(() => {
    clock = new ManualClock(1_000_000);
    published = () => list(BAD);
    reads = 0;
    reports = [];
    set = new AffectedSet(
      () => {
        reads += 1;
        return new Promise((resolve) => resolve(published()));
      },
      { clock, refreshMs: 300_000, onRefresh: (state) => reports.push(state) },
    );
  });
  const fail = (reason: string) => () => {
    throw new Error(reason);
  };

  it('is read once, when it is first needed', async () => {
    expect(reads).toBe(0);
    const verdicts = await Promise.all([set.verdict([GOOD]), set.verdict([GOOD, BAD]), set.verdict([])]);
    expect(verdicts).toEqual([
      { affected: false, checked: true },
      { affected: true, checked: true },
      { affected: false, checked: true },
    ]);
    expect(reads).toBe(1);
    expect(set.state()).toEqual({ size: 1, ageSeconds: 0, problem: null });
  });

  it('is never "safe" without a copy: not found, not readable, empty', async () => {
    for (const broken of [fail('the URL answered HTTP 404'), () => '{', () => list()]) {
      published = broken;
      expect(await set.verdict([BAD])).toEqual({ affected: false, checked: false });
      clock.advance(10_000);
    }
    expect(set.state()).toEqual({ size: 0, ageSeconds: null, problem: 'it is empty' });
    published = () => list(BAD);
    expect(await set.verdict([BAD])).toEqual({ affected: true, checked: true });
  });

  it('is unchecked while its publisher stays silent, and used once it speaks', async () => {
    let speak: (text: string) => void = () => undefined;
    const slow = new AffectedSet(() => new Promise((resolve) => (speak = resolve)), { clock, refreshMs: 1 });
    expect(await slow.verdict([BAD])).toEqual({ affected: false, checked: false });
    const refreshed = slow.refresh();
    speak(list(BAD));
    await refreshed;
    expect(await slow.verdict([BAD])).toEqual({ affected: true, checked: true });
  });

  it('is not asked for on every request while it cannot be read', async () => {
    published = fail('down');
    await set.verdict([]);
    clock.advance(9_999);
    await set.verdict([]);
    expect(reads).toBe(1);
  });

  it('checks nothing where a network publishes none', async () => {
    const none = new AffectedSet(undefined, { clock, refreshMs: 1 });
    expect(await none.verdict([BAD])).toEqual({ affected: false, checked: false });
    await none.refresh();
    expect(none.state()).toEqual({ size: 0, ageSeconds: null, problem: null });
  });

  it('is refreshed when it is old, without making anybody wait', async () => {
    await set.verdict([]);
    published = () => list(GOOD);
    clock.advance(300_000);
    expect(await set.verdict([GOOD])).toEqual({ affected: false, checked: true });
    await set.refresh();
    expect(reads).toBe(2);
    expect(await set.verdict([GOOD])).toEqual({ affected: true, checked: true });
  });

  it('keeps the last good copy, and its age, when a refresh fails', async () => {
    await set.verdict([]);
    published = () => '{"hashes": []}';
    clock.advance(300_000);
    await set.refresh();
    expect(await set.verdict([BAD])).toEqual({ affected: true, checked: true });
    expect(await set.verdict([GOOD])).toEqual({ affected: false, checked: true });
    expect(set.state()).toEqual({ size: 1, ageSeconds: 300, problem: 'it is empty' });
    expect(reports).toEqual([
      { size: 1, ageSeconds: 0, problem: null },
      { size: 1, ageSeconds: 300, problem: 'it is empty' },
    ]);
  });

  it('clears nobody by a copy older than a day, and still knows whom it named', async () => {
    await set.verdict([]);
    published = fail('down');
    clock.advance(DAY_MS + 1);
    expect(await set.verdict([GOOD])).toEqual({ affected: false, checked: false });
    expect(await set.verdict([BAD])).toEqual({ affected: true, checked: true });
  });
});
