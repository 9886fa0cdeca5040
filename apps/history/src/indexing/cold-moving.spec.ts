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

  it('transfers are decoded while nothing is to be moved, and a failure of that is logged by its name', async () => {
    const stopping = new AbortController();
    const lines: string[] = [];
    const moves = [MOVED, undefined, undefined, undefined, undefined];
    const made = { first: 2, last: 7, source: { count: 5, digest: 1n }, transfers: 3 };
    const ranges: (typeof made | Error | undefined)[] = [
      made,
      new Error('away'),
      new Error('away'),
      undefined,
    ];
    const log = (_: unknown, text: string): void => void lines.push(text);
    await moveActions(
      {
        moves: { step: () => Promise.resolve(moves.shift()), close: () => undefined },
        transfers: {
          step: () => {
            const next = ranges.shift();
            if (ranges.length === 0) stopping.abort();
            return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
          },
        },
        logger: { info: log, warn: log, error: log },
        moved: () => lines.push('moved'),
        pauses: { idleMs: 0, retryMs: 0 },
      },
      stopping.signal,
    );
    expect(lines).toEqual([
      'moved',
      'transfers of moved blocks were decoded for SQL',
      'transfers of moved blocks could not be decoded for SQL',
    ]);
  });
});
