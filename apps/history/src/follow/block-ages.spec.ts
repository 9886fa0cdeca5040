import { ManualClock } from '@app/operations';
import { BlockAges } from './block-ages';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const LIMIT_MS = 30_000;

describe('BlockAges', () => {
  let clock: ManualClock;
  let ages: BlockAges;
  beforeEach(() => {
    clock = new ManualClock(NOW);
    ages = new BlockAges(clock, LIMIT_MS);
  });

  /** One block comes each `everyMs`, each 500 ms after the one before. @returns the first complaint */
  const complaintOf = (firstAgeMs: number, everyMs: number, blocks: number): string | undefined => {
    for (let block = 0; block < blocks; block += 1) {
      ages.saw(NOW - firstAgeMs + block * 500);
      clock.advance(everyMs);
      const { complaint } = ages;
      if (complaint !== undefined) return complaint;
    }
    return undefined;
  };

  it('BlockAges has no complaint about blocks at the head of the chain', () => {
    expect(complaintOf(400, 500, 1_000)).toBeUndefined();
  });

  it('BlockAges has no complaint about old blocks that come faster than the chain makes them', () => {
    expect(complaintOf(86_400_000, 400, 1_000)).toBeUndefined();
  });

  it.each([
    ['a new block each 29 s', 86_400_000, 29_000],
    ['blocks as old as before', 86_400_000, 500],
    ['no block any more after one of the head', 0, 100_000],
  ])('BlockAges complains about %s', (_, ageMs, everyMs) => {
    expect(complaintOf(ageMs, everyMs, 1_000)).toContain('got no younger in 30000 ms');
  });

  it('BlockAges complains where no block comes at all', () => {
    clock.advance(LIMIT_MS);
    expect(ages.complaint).toBeUndefined();
    clock.advance(1);
    expect(ages.complaint).toBe('no block came within 30000 ms');
  });
});
