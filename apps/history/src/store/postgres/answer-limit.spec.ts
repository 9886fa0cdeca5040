import { NoAnswerError, withinTime } from './answer-limit';

test('withinTime rejects after its limit when no answer comes', async () => {
  await expect(withinTime(new Promise(() => undefined), 20)).rejects.toBeInstanceOf(NoAnswerError);
});

test('withinTime takes an answer that waits while the thread is busy', async () => {
  const limitMs = 100;
  const answer = new Promise<string>((resolve) => setImmediate(() => setImmediate(resolve, 'here')));
  const limited = withinTime(answer, limitMs);
  const endMs = performance.now() + 3 * limitMs;
  while (performance.now() < endMs) continue;
  expect(await limited).toBe('here');
});

test('withinTime passes the failure of a statement on', async () => {
  await expect(withinTime(Promise.reject(new Error('refused')), 1000)).rejects.toThrow('refused');
});
