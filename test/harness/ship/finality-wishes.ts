import fc from 'fast-check';
import { nameToValue } from '@app/antelope';
import { headerProducer, type Wish } from './finality-blocks';

const PRODUCERS = [
  ...['proda', 'prodb', 'prodc', 'prodd', 'prode'].map((name) => headerProducer(nameToValue(name))),
  headerProducer(nameToValue('prodb'), 9),
];

const wish: fc.Arbitrary<Wish> = fc.record({
  slots: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 1, max: 60 })),
  claim: fc.record({ back: fc.integer({ min: 1, max: 12 }), isStrong: fc.boolean() }),
  producers: fc.option(
    fc.uniqueArray(fc.constantFrom(...PRODUCERS), {
      ...{ minLength: 1, maxLength: 5 },
      selector: ({ producerName }) => producerName,
    }),
    { nil: undefined, freq: 4 },
  ),
});

/** Blocks behind a switch: gaps, late, weak and strong claims, and proposals that replace each other. */
export const finalityWishes = fc.array(wish, { minLength: 1, maxLength: 120 });
