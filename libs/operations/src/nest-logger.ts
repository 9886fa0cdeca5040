import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** The context under which Nest logs an error that it then throws at its caller. */
const START_FAILURE = 'ExceptionHandler';

/**
 * The logger of Nest. Its messages at start ("Mapped {/v1/...}") have the level debug: main.ts prints the one line
 * that an operator needs.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stackOrContext?: string, context?: string): void {
    // The start fails with this error, and main.ts prints it as the operator needs it.
    if ((context ?? stackOrContext) === START_FAILURE)
      return this.logger.debug({ err: message }, 'the start failed');
    this.#failure('error', message, stackOrContext, context);
  }

  fatal(message: unknown, stackOrContext?: string, context?: string): void {
    this.#failure('fatal', message, stackOrContext, context);
  }

  /** Nest passes (message, context) or (message, stack, context). */
  #failure(level: 'error' | 'fatal', message: unknown, stackOrContext?: string, context?: string): void {
    const cause = message instanceof Error ? { err: message } : {};
    const origin = context === undefined ? { context: stackOrContext } : { context, stack: stackOrContext };
    this.logger[level]({ ...cause, ...origin }, message instanceof Error ? message.message : String(message));
  }
}
