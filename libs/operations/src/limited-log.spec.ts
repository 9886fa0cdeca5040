import { LimitedLog } from './limited-log';
import { createLogger } from './logger';
import { Metrics } from './metrics';

describe('LimitedLog', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const start = (logFailuresPerMinute: number) => {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger(
      { logLevel: 'info', logBufferBytes: 65_536 },
      { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const metrics = new Metrics();
    return { lines, metrics, log: new LimitedLog(logger, { logFailuresPerMinute }, metrics) };
  };
  const written = (lines: Record<string, unknown>[]) =>
    lines.map(({ n, kind, dropped }) => n ?? [kind, dropped]);

  it('LimitedLog limits lines of each kind per minute, and then reports the number left out', async () => {
    const { lines, metrics, log } = start(2);
    for (let n = 0; n < 7; n++) log.warn('HTTP 400', { n }, 'request');
    log.error('HTTP 500', { n: 'other' }, 'request');
    expect(written(lines)).toEqual([0, 1, 'other']);
    jest.advanceTimersByTime(60_000);
    expect(written(lines)).toEqual([0, 1, 'other', ['HTTP 400', 5]]);
    log.warn('HTTP 400', { n: 'next' }, 'request');
    expect(written(lines).at(-1)).toBe('next');
    const { values } = await metrics.logLinesDropped.get();
    expect(values).toEqual([
      { labels: { reason: 'rate' }, value: 5 },
      { labels: { reason: 'stalled' }, value: 0 },
    ]);
  });

  it('LimitedLog reports the lines left out when the application ends', () => {
    const { lines, log } = start(1);
    for (let n = 0; n < 3; n++) log.warn('HTTP 400', { n }, 'request');
    log.onApplicationShutdown();
    expect(written(lines)).toEqual([0, ['HTTP 400', 2]]);
  });

  it('LimitedLog writes every line with a limit of 0', () => {
    const { lines, log } = start(0);
    for (let n = 0; n < 100; n++) log.warn('HTTP 400', { n }, 'request');
    expect(lines).toHaveLength(100);
  });
});
