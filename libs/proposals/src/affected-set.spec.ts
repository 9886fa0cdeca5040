import { ManualClock, systemClock } from '@app/operations';
import { AffectedSet, type AffectedSetState } from './affected-set';

const BAD = 'ab'.repeat(32);
const GOOD = 'cd'.repeat(32);
const list = (...hashes: string[]) => JSON.stringify({ hashes });
const REFRESH_MS = 300_000;
const AFFECTED = { affected: true, checked: true };
const CLEARED = { affected: false, checked: true };
const UNCHECKED = { affected: false, checked: false };
const NO_COPY = { size: 0, malformed: 0, ageSeconds: null, clears: false };

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
      { clock, refreshMs: REFRESH_MS, onRefresh: (state) => reports.push(state) },
    );
  });
  afterEach(() => set.stop());
  const fail = (reason: string) => () => {
    throw new Error(reason);
  };

  it('AffectedSet waits for the first copy, which is read once for all requests', async () => {
    set.start();
    const statuses = await Promise.all([set.statusOf([GOOD]), set.statusOf([GOOD, BAD]), set.statusOf([])]);
    expect(statuses).toEqual([CLEARED, AFFECTED, CLEARED]);
    expect(reads).toBe(1);
    expect(set.state()).toEqual({ size: 1, malformed: 0, ageSeconds: 0, clears: true, problem: null });
  });

  it('AffectedSet is never "safe" without a copy: not found, not readable, empty', async () => {
    for (const broken of [fail('the URL answered HTTP 404'), () => '{', () => list()]) {
      published = broken;
      await set.refresh();
      expect(await set.statusOf([BAD])).toEqual(UNCHECKED);
    }
    expect(set.state()).toEqual({ ...NO_COPY, problem: 'it is empty' });
    published = () => list(BAD);
    await set.refresh();
    expect(await set.statusOf([BAD])).toEqual(AFFECTED);
  });

  it('AffectedSet is unchecked while its publisher does not answer, and used once it does', async () => {
    let speak: (text: string) => void = () => undefined;
    const slow = new AffectedSet(() => new Promise((resolve) => (speak = resolve)), { clock, refreshMs: 1 });
    slow.start();
    expect(await slow.statusOf([BAD])).toEqual(UNCHECKED);
    const refreshed = slow.refresh();
    speak(list(BAD));
    await refreshed;
    expect(await slow.statusOf([BAD])).toEqual(AFFECTED);
    slow.stop();
  });

  it('AffectedSet is not read by requests: only the timer and refresh do that', async () => {
    await set.refresh();
    published = () => list(GOOD);
    clock.advance(2 * REFRESH_MS);
    expect(await set.statusOf([GOOD])).toEqual(CLEARED);
    expect(await set.statusOf([GOOD])).toEqual(CLEARED);
    expect(reads).toBe(1);
  });

  it('AffectedSet is refreshed by its own timer without any request, until it is stopped', async () => {
    const texts = [list(BAD), list(GOOD)];
    let reading: () => void = () => undefined;
    const third = new Promise<void>((resolve) => (reading = resolve));
    let count = 0;
    const timed = new AffectedSet(
      () => {
        count += 1;
        if (count === 3) reading();
        return Promise.resolve(texts[Math.min(count, texts.length) - 1] ?? '');
      },
      { clock: systemClock, refreshMs: 5 },
    );
    timed.start();
    await third;
    expect(await timed.statusOf([GOOD])).toEqual(AFFECTED);
    timed.stop();
    await timed.refresh();
    const stoppedAt = count;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(count).toBe(stoppedAt);
  });

  it('AffectedSet checks nothing where a network publishes none', async () => {
    const none = new AffectedSet(undefined, { clock, refreshMs: 1 });
    none.start();
    expect(await none.statusOf([BAD])).toEqual(UNCHECKED);
    await none.refresh();
    expect(none.state()).toEqual({ ...NO_COPY, problem: null });
  });

  it('AffectedSet keeps the last good copy, and its age, when a refresh fails', async () => {
    await set.refresh();
    published = () => '{"hashes": []}';
    clock.advance(REFRESH_MS);
    await set.refresh();
    expect(await set.statusOf([BAD])).toEqual(AFFECTED);
    expect(await set.statusOf([GOOD])).toEqual(CLEARED);
    const copy = { size: 1, malformed: 0, clears: true };
    expect(reports).toEqual([
      { ...copy, ageSeconds: 0, problem: null },
      { ...copy, ageSeconds: 300, problem: 'it is empty' },
    ]);
  });

  it.each([
    ['is malformed', () => '{'],
    ['is empty', () => list()],
    ['holds a placeholder', () => list('0'.repeat(64))],
    ['answers 404', fail('the URL answered HTTP 404')],
    ['answers 500', fail('the URL answered HTTP 500')],
    ['is gone', fail('the URL cannot be reached')],
  ])(
    'AffectedSet clears keys for three intervals after the source %s, and still names affected ones',
    async (_, text) => {
      await set.refresh();
      published = text;
      for (let interval = 1; interval <= 3; interval += 1) {
        clock.advance(REFRESH_MS);
        await set.refresh();
        expect(await set.statusOf([GOOD])).toEqual(CLEARED);
      }
      clock.advance(1);
      expect(await set.statusOf([GOOD])).toEqual(UNCHECKED);
      expect(await set.statusOf([BAD])).toEqual(AFFECTED);
      expect(set.state()).toMatchObject({ clears: false, ageSeconds: 900 });
    },
  );

  it('AffectedSet is as old when the wall clock is set back', async () => {
    await set.refresh();
    published = fail('down');
    clock.advance(3 * REFRESH_MS + 1);
    clock.setWallClock(0);
    expect(await set.statusOf([GOOD])).toEqual(UNCHECKED);
    expect(set.state().ageSeconds).toBe(900);
  });

  it('AffectedSet protects the keys of good entries beside a malformed one, which it reports', async () => {
    published = () => list(BAD, 'REPLACE_ME', GOOD);
    await set.refresh();
    expect(await set.statusOf([GOOD])).toEqual(AFFECTED);
    expect(set.state()).toMatchObject({ size: 2, malformed: 1, problem: null });
  });
});
