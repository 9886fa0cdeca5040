import { LONGEST_WAIT_MS, MOST_AHEAD, SeenHead } from './seen-head';

const at = (number: number, headBlock: number) => ({ number, headBlock });

describe('SeenHead', () => {
  it('SeenHead leaves out looks behind the block that a client has seen, until one is not', () => {
    const seen = new SeenHead(7, () => 0);
    expect([at(3, 5), at(4, 6), at(6, 7)].map((look) => seen.admits(look))).toEqual([false, false, true]);
    // A reading of the look before that took longer.
    expect(seen.admits(at(5, 6))).toBe(false);
    // A fork: a later look is not behind an earlier one otherwise.
    expect(seen.admits(at(7, 4))).toBe(true);
  });

  it('SeenHead leaves out no look once the time is over that a node may be behind', () => {
    let nowMs = 5;
    const seen = new SeenHead(7, () => nowMs);
    nowMs += LONGEST_WAIT_MS - 1;
    expect(seen.admits(at(1, 6))).toBe(false);
    nowMs += 1;
    expect(seen.admits(at(2, 6))).toBe(true);
  });

  it('SeenHead leaves out no look of a client that begins', () => {
    expect(new SeenHead(undefined, () => 0).admits(at(1, 0))).toBe(true);
  });

  it('SeenHead has the newest block of the looks that changed a position, and of their rows', () => {
    const seen = new SeenHead(7, () => 0);
    seen.changedBy(at(1, 5));
    expect(seen.blockNum).toBe(7);
    seen.changedBy(at(2, 8), 9);
    seen.changedBy(at(3, 6));
    expect(seen.blockNum).toBe(9);
  });

  it('SeenHead delays a log by no more than a minute of blocks for a row that states a false block', () => {
    const seen = new SeenHead(undefined, () => 0);
    seen.changedBy(at(1, 8), 4_000_000_000);
    expect([seen.reaches(at(2, 9)), seen.reaches(at(3, 8 + MOST_AHEAD))]).toEqual([false, true]);
  });

  it('SeenHead reads a log of no look behind that block, and says when looks are behind it for long', () => {
    let nowMs = 5;
    const seen = new SeenHead(undefined, () => nowMs);
    expect(seen.reaches(at(1, 0))).toBe(true);
    seen.changedBy(at(1, 8));
    expect(seen.reaches(at(2, 7))).toBe(false);
    nowMs += LONGEST_WAIT_MS;
    expect([seen.isLongBehind, seen.reaches(at(3, 8)), seen.isLongBehind]).toEqual([true, true, false]);
    expect([seen.reaches(at(4, 7)), seen.isLongBehind]).toEqual([false, false]);
  });
});
