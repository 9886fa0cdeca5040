/**
 * Something the operator has to put right before the service can start. The message is written for
 * a person at a terminal: `main.ts` prints it line by line, without a stack, and exits with 1.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
