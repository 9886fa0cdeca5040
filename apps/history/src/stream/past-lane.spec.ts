import { setImmediate as turn } from 'node:timers/promises';
import { PastLane } from './past-lane';

/** A lane whose pauses end when the spec says so. */
function lane() {
  const pauses: (() => void)[] = [];
  const past = new PastLane(() => new Promise((resolve) => pauses.push(resolve)));
  return { past, pauses };
}

test('pages run one at a time, in their order, with a pause behind each', async () => {
  const { past, pauses } = lane();
  const events: string[] = [];
  const pages = ['first', 'second'].map((page) =>
    past.run(async () => {
      events.push(`${page} begins`);
      await turn();
      events.push(`${page} ends`);
    }),
  );
  await pages[0];
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(events).toEqual(['first begins', 'first ends']);
  pauses.shift()?.();
  await pages[1];
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('a page that fails ends alone, and the next one runs', async () => {
  const { past, pauses } = lane();
  const failed = past.run(() => Promise.reject(new Error('no page')));
  const next = past.run(() => Promise.resolve());
  await expect(failed).rejects.toThrow('no page');
  pauses.shift()?.();
  await next;
});

test('a page that waits for its store for long lets the next one run, behind a pause', async () => {
  const pauses: (() => void)[] = [];
  let isLate = (): void => undefined;
  const past = new PastLane(
    () => new Promise((resolve) => pauses.push(resolve)),
    () => new Promise((resolve) => (isLate = resolve)),
  );
  const events: string[] = [];
  let answer = (): void => undefined;
  const waiting = past.run(async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    events.push('first ends');
  });
  const next = past.run(() => Promise.resolve(void events.push('second')));
  await turn();
  expect(pauses).toEqual([]);
  isLate();
  await turn();
  expect(events).toEqual([]);
  pauses.shift()?.();
  await next;
  answer();
  await waiting;
  expect(events).toEqual(['second', 'first ends']);
});

test('without a pause of its own, other work of the thread runs between two pages', async () => {
  const past = new PastLane();
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const before: number[] = [];
  await Promise.all(Array.from({ length: 5 }, () => past.run(async () => void before.push(turns))));
  isOver = true;
  // Of two pages and the turn between them the order is open.
  expect(before[4]! - before[0]!).toBeGreaterThanOrEqual(3);
});
