/** The server left a statement without an answer: its connection is of no use any more. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

const STEPS = 4;

/**
 * Rejects with NoAnswerError when the answer takes longer. The time is counted in steps of which this thread begins each:
 * an answer that waits unread while the thread is busy is not late.
 */
export function withinTime<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let steps = 0;
    let timer: NodeJS.Timeout | undefined;
    const step = (): void => {
      if (steps === STEPS) return reject(new NoAnswerError(`no answer within ${Math.round(limitMs)} ms`));
      steps++;
      timer = setTimeout(step, limitMs / STEPS);
    };
    step();
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
