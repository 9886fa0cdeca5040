/**
 * Something the operator has to put right before the service can start. The message is written for
 * a person at a terminal: `runProgram` prints it without a stack, and ends the process with 1.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
