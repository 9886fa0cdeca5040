import fc from 'fast-check';
import { ValueError } from '@app/antelope';
import {
  applyOrderedDiff,
  decodeFinalityExtension,
  type FinalityExtension,
  type OrderedDiff,
} from '@app/ship';
import { orderedDifference } from '../../harness/ship/ordered-difference';
import { packedFinality } from '../../harness/ship/packed-finality';

const plainBytes = (length: { minLength?: number; maxLength?: number }) =>
  fc.uint8Array(length).map((bytes) => Uint8Array.from(bytes));
const uint16 = fc.integer({ min: 0, max: 0xffff });
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

/** A K1 or R1 key: its kind, then 33 bytes. */
const key = fc
  .tuple(fc.constantFrom(0, 1), plainBytes({ minLength: 33, maxLength: 33 }))
  .map(([kind, bytes]) => Uint8Array.of(kind, ...bytes));

const producer = fc.record({
  producerName: uint64,
  authority: fc.record({
    threshold: uint32,
    keys: fc.array(fc.record({ key, weight: uint16 }), { maxLength: 3 }),
  }),
});
const finalizer = fc.record({
  description: plainBytes({ maxLength: 300 }),
  weight: uint64,
  publicKey: plainBytes({ minLength: 96, maxLength: 96 }),
});
const diffOf = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<OrderedDiff<T>> =>
  fc.record({
    removeIndexes: fc.array(uint16, { maxLength: 200 }),
    insertIndexes: fc.array(fc.record({ index: uint16, value }), { maxLength: 4 }),
  });
const extension: fc.Arbitrary<FinalityExtension> = fc.record({
  qcClaim: fc.record({ blockNum: uint32, isStrong: fc.boolean() }),
  newFinalizerPolicy: fc.option(
    fc.record({ generation: uint32, threshold: uint64, finalizers: diffOf(finalizer) }),
    { nil: undefined },
  ),
  newProposerPolicy: fc.option(
    fc.record({ version: uint32, proposalTime: uint32, producers: diffOf(producer) }),
    { nil: undefined },
  ),
});

/** One of each part: a producer with a key, and a finalizer. */
const WHOLE: FinalityExtension = {
  qcClaim: { blockNum: 7, isStrong: true },
  newFinalizerPolicy: {
    generation: 2,
    threshold: 3n,
    finalizers: {
      removeIndexes: [1],
      insertIndexes: [
        {
          index: 1,
          value: { description: Buffer.from('one'), weight: 1n, publicKey: new Uint8Array(96).fill(5) },
        },
      ],
    },
  },
  newProposerPolicy: {
    version: 9,
    proposalTime: 1000,
    producers: {
      removeIndexes: [0],
      insertIndexes: [
        {
          index: 0,
          value: {
            producerName: 5n,
            authority: { threshold: 1, keys: [{ key: new Uint8Array(34), weight: 1 }] },
          },
        },
      ],
    },
  },
};

describe('the finality extension of a header', () => {
  it('an extension is decoded as what an encoder after the sources of Spring packed', () => {
    fc.assert(
      fc.property(extension, (value) => {
        expect(decodeFinalityExtension(packedFinality(value))).toEqual(value);
      }),
    );
  });

  it('an extension is read as nodes read it where bytes follow that they do not know', () => {
    const packed = packedFinality(WHOLE);
    const longer = Uint8Array.of(...packed, 1, 2, 3);
    expect(decodeFinalityExtension(longer)).toEqual(decodeFinalityExtension(packed));
  });

  it('an extension is refused wherever it is cut, and with counts of things that are not there', () => {
    const packed = packedFinality(WHOLE);
    for (let length = 0; length < packed.length; length++)
      expect(() => decodeFinalityExtension(packed.subarray(0, length))).toThrow(ValueError);
    const huge = Uint8Array.of(...packed.subarray(0, 5), 0, 1, ...new Uint8Array(8), 255, 255, 255, 255, 15);
    expect(() => decodeFinalityExtension(huge)).toThrow(ValueError);
  });

  it('an extension is refused with flags, authorities and keys that nodes do not take', () => {
    const changed = (offset: number, value: number): Uint8Array => {
      const packed = packedFinality(WHOLE);
      packed[offset] = value;
      return packed;
    };
    const finalizerKey = packedFinality(WHOLE).findIndex(
      (byte, index, all) => byte === 96 && all[index + 1] === 5,
    );
    for (const [offset, value] of [
      [4, 2],
      [5, 2],
      [finalizerKey, 95],
      [finalizerKey + 97, 3],
      [finalizerKey + 97 + 1 + 4 + 4 + 1 + 2 + 1 + 2 + 8, 1],
    ] as const)
      expect(() => decodeFinalityExtension(changed(offset, value))).toThrow(ValueError);
  });
});

describe('the difference of two lists', () => {
  const numbers = fc.array(fc.nat(6), { maxLength: 12 });

  it('a difference makes the new list of the old one, as nodes made it', () => {
    fc.assert(
      fc.property(numbers, numbers, (source, target) => {
        const before = [...source];
        expect(applyOrderedDiff(source, orderedDifference(source, target))).toEqual(target);
        expect(source).toEqual(before);
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[string, OrderedDiff<number>]>([
    ['removes an element that is not there', { removeIndexes: [3], insertIndexes: [] }],
    ['removes twice', { removeIndexes: [1, 1], insertIndexes: [] }],
    ['removes backwards', { removeIndexes: [2, 0], insertIndexes: [] }],
    ['adds behind the end', { removeIndexes: [0], insertIndexes: [{ index: 3, value: 1 }] }],
    [
      'adds twice at one place',
      {
        removeIndexes: [],
        insertIndexes: [
          { index: 1, value: 1 },
          { index: 1, value: 2 },
        ],
      },
    ],
  ])('a difference is refused where it %s', (_, diff) => {
    expect(() => applyOrderedDiff([7, 8, 9], diff)).toThrow(ValueError);
  });

  it('a difference of the most producers that a chain can have is applied at once', () => {
    const source = Array.from({ length: 0x10000 }, (_, index) => index);
    const insertIndexes = source.map((index) => ({ index, value: -index }));
    expect(applyOrderedDiff(source, { removeIndexes: source, insertIndexes })).toEqual(
      source.map((index) => -index),
    );
  });
});
