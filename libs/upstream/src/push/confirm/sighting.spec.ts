import { agreedBlock, type Sighting, type Witness } from './sighting';

const seen = (blockNum: number, isIrreversible = false): Sighting => ({
  kind: 'seen',
  block: { blockNum, blockTimeMs: blockNum * 500, isIrreversible },
});
const seenAt = (blockNum: number, blockTimeMs: number | null): Sighting => ({
  kind: 'seen',
  block: { blockNum, blockTimeMs, isIrreversible: false },
});
const SILENT: Sighting = { kind: 'silent' };
const UNSEEN: Sighting = { kind: 'unseen' };
const counting = (...sightings: Sighting[]): Witness[] =>
  sightings.map((sighting) => ({ sighting, counts: true }));

describe('agreedBlock', () => {
  it.each([
    ['one of two nodes shows it', counting(seen(7), UNSEEN)],
    ['two nodes show different blocks', counting(seen(7), seen(8))],
    ['one of three nodes shows it', counting(UNSEEN, seen(7), UNSEEN)],
    ['there are no nodes', []],
    ['one node shows it, and the others do not answer', counting(seen(7), SILENT, SILENT)],
    ['two nodes show different times of it', counting(seen(7), seenAt(7, 4_000))],
  ])('agreedBlock is undefined when %s', (_, witnesses) => {
    expect(agreedBlock(witnesses)).toBeUndefined();
  });

  it.each([
    ['the only node', counting(seen(7))],
    ['two nodes of three', counting(seen(7), UNSEEN, seen(7))],
    [
      'one node beside another that does not count',
      [...counting(seen(7)), { sighting: UNSEEN, counts: false }],
    ],
    ['a history beside the node', [...counting(UNSEEN), { sighting: seen(7), counts: false }]],
  ])('agreedBlock is the block that is shown by %s', (_, witnesses) => {
    expect(agreedBlock(witnesses)).toMatchObject({ blockNum: 7, isIrreversible: false });
  });

  it('agreedBlock has the time that nodes state', () => {
    expect(agreedBlock(counting(seenAt(7, null), seen(7)))?.blockTimeMs).toBe(3_500);
    expect(agreedBlock(counting(seenAt(7, null), seenAt(7, null)))?.blockTimeMs).toBeNull();
  });

  it('agreedBlock is irreversible only when both nodes say so', () => {
    expect(agreedBlock(counting(seen(7, true), seen(7)))?.isIrreversible).toBe(false);
    expect(agreedBlock(counting(seen(7, true), seen(7, true)))?.isIrreversible).toBe(true);
  });
});
