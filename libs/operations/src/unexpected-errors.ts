import type { Logger } from './logger';

/** A promise that was rejected without a handler, or an exception that nothing caught. */
export type UnexpectedErrorKind = 'rejection' | 'exception';

/** Where unexpected errors go. */
export interface UnexpectedErrorParts {
  readonly logger: Pick<Logger, 'error' | 'fatal'>;
  /** The metric that counts them. */
  readonly counter: { inc(labels: { readonly kind: UnexpectedErrorKind }): void };
  /** Finishes what is in flight and ends the process with status 1. Called at most once. */
  readonly stop: () => void;
}

/**
 * Handles errors that no other code of this thread handled. A rejected promise belongs to one piece of work: it is
 * logged and the process continues. After an exception in an event handler the state of that event's owner is
 * unknown: the process finishes what is in flight and ends, for a supervisor to start it again.
 * Source: Node's documentation of `uncaughtException`.
 */
export function handleUnexpectedErrors({ logger, counter, stop }: UnexpectedErrorParts): void {
  let isStopping = false;
  process.on('unhandledRejection', (error) => {
    counter.inc({ kind: 'rejection' });
    logger.error({ err: error }, 'unhandled promise rejection');
  });
  process.on('uncaughtException', (error) => {
    counter.inc({ kind: 'exception' });
    // Only the first one is logged: logging itself may be the cause.
    if (isStopping) return;
    isStopping = true;
    logger.fatal({ err: error }, 'uncaught exception: draining');
    stop();
  });
}
