import fc from 'fast-check';
import { nameToValue } from '@app/antelope';
import { missedBlocks } from './missed-blocks';
import { ProducerSlots } from './producer-slots';
import { slotTimeMs } from './slots';

const PRODUCERS = ['proda', 'prodb', 'prodc'].map(nameToValue) as [bigint, bigint, bigint];
const [A, B, C] = PRODUCERS;
/** First slot of a turn of the first of three producers. */
const ROUND = 36 * 1_000_000;

/** Entries between the blocks of two slots: producer, first empty slot behind the round, size. */
const missed = (previous: number, next: number, producers: readonly bigint[] = PRODUCERS) =>
  missedBlocks(
    slotTimeMs(ROUND + previous),
    { timeMs: slotTimeMs(ROUND + next), scheduleVersion: 4 },
    producers,
  ).map(({ producer, size, timeMs, scheduleVersion }) => {
    expect(scheduleVersion).toBe(4);
    return [producer, (timeMs - slotTimeMs(ROUND)) / 500, size];
  });

test('blocks of consecutive slots miss none', () => {
  expect(missed(5, 6)).toEqual([]);
  expect(missed(11, 12)).toEqual([]);
});

test('empty slots within a turn are one entry of its producer', () => {
  expect(missed(3, 8)).toEqual([[A, 4, 4]]);
});

test('the rest of a turn, and a whole turn, belong to their producers', () => {
  expect(missed(9, 24)).toEqual([
    [A, 10, 2],
    [B, 12, 12],
  ]);
});

test('a gap from the last turn of a round into the next round names the first producer again', () => {
  expect(missed(33, 40)).toEqual([
    [C, 34, 2],
    [A, 36, 4],
  ]);
});

test('a gap of exactly one round has an entry for each turn', () => {
  expect(missed(5, 42)).toEqual([
    [A, 6, 6],
    [B, 12, 12],
    [C, 24, 12],
    [A, 36, 6],
  ]);
});

test('a longer gap has one entry for each producer, from its first empty slot', () => {
  expect(missed(-1, 36 * 10)).toEqual([
    [A, 0, 120],
    [B, 12, 120],
    [C, 24, 120],
  ]);
});

test('a single producer misses every empty slot', () => {
  expect(missed(0, 1_000, [A])).toEqual([[A, 1, 999]]);
  expect(missed(0, 1, [A])).toEqual([]);
});

test('no missed blocks are counted for a schedule whose producers are not known', () => {
  expect(missed(0, 100, [])).toEqual([]);
});

test('the sizes of a gap sum up to its empty slots, each in the turn of its producer', () => {
  fc.assert(
    fc.property(
      fc.nat(200),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 3 }),
      (from, gap, n) => {
        const producers = PRODUCERS.slice(0, n);
        const expected = new Map<bigint, number>();
        for (let slot = from + 1; slot < from + gap; slot++) {
          const producer = producers[Math.floor((ROUND + slot) / 12) % n]!;
          expected.set(producer, (expected.get(producer) ?? 0) + 1);
        }
        const sums = new Map<bigint, number>();
        for (const [producer, , size] of missed(from, from + gap, producers) as [bigint, number, number][])
          sums.set(producer, (sums.get(producer) ?? 0) + size);
        expect(sums).toEqual(expected);
      },
    ),
  );
});

describe('ProducerSlots', () => {
  const at = (num: number, slot: number, scheduleVersion: number) => ({
    block: { num, timeMs: slotTimeMs(ROUND + slot), scheduleVersion, producer: A },
    schedules: [],
  });
  const announcing = (version: number) => [
    { kind: 'activated', version, producers: PRODUCERS.map((name) => ({ name })) },
  ];

  test('no block is missed under the schedule of the genesis, however long its gaps are', () => {
    const slots = new ProducerSlots();
    slots.resume(undefined);
    for (const [num, slot] of [
      [1, 0],
      [2, 100_000_000],
      [3, 100_000_001],
      [4, 100_500_000],
    ] as const)
      expect(slots.ordered(at(num, slot, 0) as never).missedBlocks).toEqual([]);
    const genesis = { version: 0, producers: [{ name: A, threshold: 1, keys: [] }] };
    slots.resume({
      ...{ timeMs: slotTimeMs(ROUND), scheduleVersion: 0 },
      ...{ schedules: [genesis], policies: undefined },
    });
    expect(slots.ordered(at(9, 1_000, 0) as never).missedBlocks).toEqual([]);
  });

  test('the empty slots before the first block of a schedule belong to its producers', () => {
    const slots = new ProducerSlots();
    slots.resume(undefined);
    const sizes = [
      slots.ordered({ ...at(7, 0, 0), schedules: announcing(1) } as never),
      slots.ordered(at(8, 100, 0) as never),
      slots.ordered(at(9, 105, 1) as never),
      slots.ordered(at(10, 106, 1) as never),
    ].map(({ missedBlocks: missed }) => missed.map(({ producer, size }) => [producer, size]));
    expect(sizes).toEqual([[], [], [[C, 4]], []]);
  });
});
