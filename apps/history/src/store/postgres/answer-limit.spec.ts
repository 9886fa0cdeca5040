import { NoAnswerError, withinTime } from './answer-limit';

test('an answer that never comes is refused after the limit', async () => {
  await expect(withinTime(new Promise(() => undefined), 20)).rejects.toBeInstanceOf(NoAnswerError);
});

test('an answer that waits while the thread is busy is not late', async () => {
  const limitMs = 100;
  const answer = new Promise<string>((resolve) => setImmediate(() => setImmediate(resolve, 'here')));
  const limited = withinTime(answer, limitMs);
  const endMs = performance.now() + 3 * limitMs;
  while (performance.now() < endMs) continue;
  expect(await limited).toBe('here');
});

test('the failure of a statement is passed on', async () => {
  await expect(withinTime(Promise.reject(new Error('refused')), 1000)).rejects.toThrow('refused');
});
