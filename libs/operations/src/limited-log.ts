import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from './logger';
import { Metrics } from './metrics';
import { LOGGER, SETTINGS } from './operations-tokens';
import type { Settings } from './settings';

/** Lines of one kind are counted in windows of a minute, as requests are. */
const WINDOW_MS = 60_000;

interface Window {
  lines: number;
  dropped: number;
  readonly end: NodeJS.Timeout;
}

/**
 * The log of what clients can cause as often as they like: at most so many lines a minute of each kind. The
 * others are counted, in the metrics and in a line at the end of the minute.
 */
@Injectable()
export class LimitedLog implements OnApplicationShutdown {
  readonly #windows = new Map<string, Window>();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'logFailuresPerMinute'>,
    private readonly metrics: Metrics,
  ) {}

  /** @param kind as for `warn` */
  info(kind: string, fields: object, message: string): void {
    if (this.#admits(kind)) this.logger.info(fields, message);
  }

  /** @param kind one of few, such as a status: never anything a client wrote */
  warn(kind: string, fields: object, message: string): void {
    if (this.#admits(kind)) this.logger.warn(fields, message);
  }

  /** @param kind as for `warn` */
  error(kind: string, fields: object, message: string): void {
    if (this.#admits(kind)) this.logger.error(fields, message);
  }

  onApplicationShutdown(): void {
    for (const kind of [...this.#windows.keys()]) this.#end(kind);
  }

  #admits(kind: string): boolean {
    const limit = this.settings.logFailuresPerMinute;
    if (limit === 0) return true;
    let window = this.#windows.get(kind);
    if (window === undefined) {
      const end = setTimeout(() => this.#end(kind), WINDOW_MS).unref();
      window = { lines: 0, dropped: 0, end };
      this.#windows.set(kind, window);
    }
    window.lines += 1;
    if (window.lines <= limit) return true;
    window.dropped += 1;
    this.metrics.logLinesDropped.inc({ reason: 'rate' });
    return false;
  }

  #end(kind: string): void {
    const { dropped = 0, end } = this.#windows.get(kind) ?? {};
    clearTimeout(end);
    this.#windows.delete(kind);
    if (dropped > 0) this.logger.warn({ kind, dropped }, 'failures that were not logged one by one');
  }
}
