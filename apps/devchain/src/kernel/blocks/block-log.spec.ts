import fc from 'fast-check';
import { BlockLog } from './block-log';

const MEGABYTE = 1_048_576;

describe('block log', () => {
  it('the block log reads every entry that is not evicted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { minLength: 1, maxLength: 50 }),
        (entries) => {
          const log = new BlockLog(8 * MEGABYTE);
          entries.forEach((entry, at) => {
            log.append(at + 1, entry);
          });
          entries.forEach((entry, at) => {
            expect(log.read(at + 1)).toEqual(entry);
          });
          expect([log.read(0), log.read(entries.length + 1)]).toEqual([undefined, undefined]);
          expect([log.firstNum, log.count]).toEqual([1, entries.length]);
        },
      ),
    );
  });

  it('the block log drops the oldest when its memory is used up, in a row without a gap', () => {
    const log = new BlockLog(3 * MEGABYTE);
    const entry = (num: number): Uint8Array => new Uint8Array(155).fill(num % 251);
    for (let num = 1; num <= 200_000; num++) log.append(num, entry(num));
    expect(log.byteLength).toBeLessThanOrEqual(3 * MEGABYTE);
    expect(log.firstNum).toBe(200_000 - log.count + 1);
    expect(log.read(log.firstNum - 1)).toBeUndefined();
    for (let num = log.firstNum; num <= 200_000; num += 97)
      expect(Buffer.compare(log.read(num)!, entry(num))).toBe(0);
  });

  it('the block log takes an entry larger than a chunk', () => {
    const log = new BlockLog(MEGABYTE);
    const large = new Uint8Array(3 * MEGABYTE).fill(7);
    log.append(1, Uint8Array.of(1));
    log.append(2, large);
    log.append(3, Uint8Array.of(3));
    expect(Buffer.compare(log.read(2)!, large)).toBe(0);
    expect(log.read(3)).toEqual(Uint8Array.of(3));
  });
});
