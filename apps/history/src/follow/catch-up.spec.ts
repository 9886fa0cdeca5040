import { CatchUp } from './catch-up';

const noted = (...counts: readonly number[]): CatchUp => {
  const catchUp = new CatchUp();
  catchUp.start(0);
  counts.forEach((blocks, index) => catchUp.note(blocks, (index + 1) * 1000));
  return catchUp;
};

test('progress has the rate since the connection and the time that remains at it', () => {
  expect(noted(100, 300).progress(400, 2400, 2000)).toEqual({
    remainingBlocks: 2000,
    blocksPerSecond: 200,
    remainingSeconds: 10,
  });
});

test('the rate is that of the last 30 seconds', () => {
  const slow = Array.from({ length: 40 }, () => 10);
  const fast = Array.from({ length: 40 }, () => 500);
  expect(noted(...slow, ...fast).progress(0, 5000, 80_000)).toMatchObject({ blocksPerSecond: 500 });
});

test('there is no progress at the head and before the first block', () => {
  expect(noted(100).progress(380, 400, 1000)).toBeUndefined();
  expect(noted(0).progress(0, 400, 1000)).toBeUndefined();
});

test('a new connection begins the rate anew', () => {
  const catchUp = noted(1000);
  catchUp.start(60_000);
  catchUp.note(50, 61_000);
  expect(catchUp.progress(1050, 2050, 61_000)).toMatchObject({ blocksPerSecond: 50, remainingSeconds: 20 });
});
