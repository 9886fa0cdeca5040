import { LOGGER, type Logger, Metrics } from '@app/operations';
import type { INestApplication } from '@nestjs/common';

/**
 * The last resort for errors that no code handled. A rejected promise belongs to one piece of work: it is
 * logged and the process continues. After an exception in an event handler the state of that event's owner is
 * unknown: the process finishes what is in flight and ends, for a supervisor to start it again.
 * Source: Node's documentation of `uncaughtException`.
 */
export function handleUnexpectedErrors(app: INestApplication, stop: () => void): void {
  const logger = app.get<Logger>(LOGGER);
  const { unexpectedErrors } = app.get(Metrics);
  let isStopping = false;
  process.on('unhandledRejection', (error) => {
    unexpectedErrors.inc({ kind: 'rejection' });
    logger.error({ err: error }, 'unhandled promise rejection');
  });
  process.on('uncaughtException', (error) => {
    unexpectedErrors.inc({ kind: 'exception' });
    // Of those that follow, the first said enough: logging may be what fails.
    if (isStopping) return;
    isStopping = true;
    logger.fatal({ err: error }, 'uncaught exception: draining');
    stop();
  });
}
