import { Inject, Injectable } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from './logger';
import { Metrics } from './metrics';
import { LOGGER } from './operations-tokens';

type Listen = (event: 'drop' | 'drain', listener: () => void) => unknown;

/**
 * Counts the lines that were dropped because standard output was not read and the buffer was full
 * (LOG_BUFFER_BYTES), and says so once the reader is back.
 */
@Injectable()
export class StalledLog {
  #dropped = 0;

  constructor(@Inject(LOGGER) logger: Logger, metrics: Metrics) {
    const destination = (logger as unknown as Record<symbol, { on?: Listen }>)[pino.symbols.streamSym];
    destination?.on?.('drop', () => {
      this.#dropped += 1;
      metrics.logLinesDropped.inc({ reason: 'stalled' });
    });
    destination?.on?.('drain', () => {
      if (this.#dropped === 0) return;
      const dropped = this.#dropped;
      this.#dropped = 0;
      logger.warn({ dropped }, 'log lines were dropped: standard output was not read');
    });
  }
}
