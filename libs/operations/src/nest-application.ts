import {
  type NestApplicationOptions,
  type ValidationError,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import type { Logger } from './logger';
import { NestLogger } from './nest-logger';

/** Options of every Nest application: it logs to `logger`, fails with the error of its start, and parses no body by itself. */
export function applicationOptions(logger: Logger): NestApplicationOptions {
  return { logger: new NestLogger(logger), abortOnError: false, bodyParser: false };
}

/**
 * The pipe of every Nest application: checks what a controller declares with a class by the rules of the class, and
 * gives the handler an instance of it.
 * @param refuse makes the error of all problems
 */
export function validationPipe(
  refuse: (problems: string) => Error,
  options: Pick<ValidationPipeOptions, 'validateCustomDecorators'> = {},
): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    forbidUnknownValues: false,
    exceptionFactory: (errors) => refuse(problemsOf(errors).join('; ')),
    ...options,
  });
}

/** The message of each rule that is not kept, those of nested objects too. */
function problemsOf(errors: readonly ValidationError[]): string[] {
  return errors.flatMap(({ constraints = {}, children = [] }) => [
    ...Object.values(constraints),
    ...problemsOf(children),
  ]);
}
