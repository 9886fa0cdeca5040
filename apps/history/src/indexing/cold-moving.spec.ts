import { SecondWriterError } from '../store/errors';
import type { ColdProgress } from '../store/port';
import { moveActions } from './cold-moving';

type Step = ColdProgress | Error | undefined;

const MOVED: ColdProgress = { firstHotBlock: 8, movedRows: 5 };

/** The progress and the lines of a mover that does these steps; it is stopped in the last one. */
async function run(steps: readonly Step[]) {
  const stopping = new AbortController();
  const [moved, logged]: [ColdProgress[], string[]] = [[], []];
  let taken = 0;
  const step = (): Promise<ColdProgress | undefined> => {
    const next = steps[taken++];
    if (taken === steps.length) stopping.abort();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  await moveActions(
    {
      moves: { step, close: () => undefined },
      logger: {
        info: () => undefined,
        warn: () => undefined,
        error: ({ err }) => logged.push((err as Error).message),
      },
      moved: (progress) => moved.push(progress),
      pauses: { idleMs: 0, retryMs: 0 },
    },
    stopping.signal,
  );
  return { moved, logged, taken };
}

describe('moving beside the follower', () => {
  it('the mover steps until the signal, also when there was nothing to do', async () => {
    const steps = [MOVED, undefined, undefined, MOVED];
    expect(await run(steps)).toEqual({ moved: [MOVED, MOVED], logged: [], taken: 4 });
  });

  it('the mover logs a failure once until a step succeeds, and continues', async () => {
    const away = new Error('away');
    const steps = [away, away, new Error('full'), MOVED, away, undefined];
    expect(await run(steps)).toEqual({ moved: [MOVED], logged: ['away', 'full', 'away'], taken: 6 });
  });

  it('the mover logs neither that another process writes nor a step that the signal ended', async () => {
    const steps = [new SecondWriterError('another'), new Error('closed')];
    expect(await run(steps)).toEqual({ moved: [], logged: [], taken: 2 });
  });
});
