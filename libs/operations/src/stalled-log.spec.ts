import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createLogger } from './logger';
import { Metrics } from './metrics';
import { StalledLog } from './stalled-log';

describe('a log that is not read', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stalled-log-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('a log that is not read drops lines beyond its buffer, and reports their number later', async () => {
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const settings = { logLevel: 'info', logBufferBytes: 65_536 } as const;
    const destination = pino.destination({ dest: fd, sync: false, maxLength: settings.logBufferBytes });
    const metrics = new Metrics();
    const logger = createLogger(settings, destination);
    new StalledLog(logger, metrics);

    for (let line = 0; line < 1_000; line++) logger.info({ filler: 'x'.repeat(1_000) }, 'line');
    const { values } = await metrics.logLinesDropped.get();
    const count = values.find(({ labels }) => labels.reason === 'stalled');
    expect(count?.value).toBeGreaterThan(700);

    let read = '';
    const piece = Buffer.alloc(65_536);
    while (!read.includes('log lines were dropped')) {
      try {
        read += piece.toString('latin1', 0, readSync(fd, piece));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        await delay(10);
      }
    }
    const last = JSON.parse(read.trim().split('\n').at(-1) ?? '') as { dropped: number };
    expect(last.dropped).toBe(count?.value);
    destination.destroy();
  });
});
