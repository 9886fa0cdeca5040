import { commandLineText, type Program } from './command-line';
import { StartupError } from './startup-error';

/** Ends the process. The error that stopped the program, or came up while it stopped, is printed. */
export type End = (exitCode: number, error?: unknown) => void;

/** A program, and its name in the message of a failed start: `The gateway`. */
export interface RunnableProgram extends Program {
  readonly subject: string;
  /** Loads the application and runs it. Resolves to the line that says where it listens. */
  readonly run: (end: End) => Promise<string>;
}

/**
 * Answers the command line without loading the application, or runs the program and prints its line. A start that fails
 * ends the process with 1: a StartupError is printed as the message for the operator, any other error with its stack.
 */
export function runProgram(program: RunnableProgram): void {
  printedText(program).then(console.log, (error: unknown) => {
    end(1, error instanceof StartupError ? `${program.subject} cannot start.\n${error.message}` : error);
  });
}

const printedText = async (program: RunnableProgram): Promise<string> =>
  commandLineText(process.argv.slice(2), program) ?? (await program.run(end));

function end(exitCode: number, error?: unknown): void {
  if (error !== undefined) console.error(error);
  process.exit(exitCode);
}
