import { coversLife, lifeOf } from './transaction-life';

const EXPIRES_AT_MS = Date.UTC(2026, 10, 23, 12, 5);
/** Refers to block 1,000 of a chain of 70,000 blocks. */
const life = { refBlockNum: (70_000 - 500) & 0xffff, expiresAtMs: EXPIRES_AT_MS };
const tracked = { earliestBlock: 69_501, headBlock: 70_000, irreversibleTimeMs: EXPIRES_AT_MS + 500 };

it('lifeOf reads the low bits of the reference block and the expiry', () => {
  expect(lifeOf({ ref_block_num: 7, expiration: '2026-11-23T12:05:00' })).toEqual({
    refBlockNum: 7,
    expiresAtMs: EXPIRES_AT_MS,
  });
});

describe('coversLife', () => {
  it.each([
    ['from the block behind the reference block to one after the expiry', {}],
    ['from the first block of a young chain', { earliestBlock: 1, headBlock: 300 }],
  ])('coversLife is true for blocks %s', (_, more) => {
    expect(coversLife({ ...tracked, ...more }, life)).toBe(true);
  });

  it.each([
    ['that begin later than behind the reference block', { earliestBlock: 69_502 }],
    ['of a node that tracks none yet', { earliestBlock: 0 }],
    [
      'ten hours later, whose low 16 bits name another reference block',
      { earliestBlock: 135_000, headBlock: 141_500, irreversibleTimeMs: EXPIRES_AT_MS + 10 * 3_600_000 },
    ],
    ['whose irreversible end is at the expiry', { irreversibleTimeMs: EXPIRES_AT_MS }],
  ])('coversLife is false for blocks %s', (_, more) => {
    expect(coversLife({ ...tracked, ...more }, life)).toBe(false);
  });
});
