import { pino, type DestinationStream, type Logger } from 'pino';
import { LastLines } from './last-lines';
import type { Settings } from './settings';

export type { Logger } from 'pino';

/**
 * The process' logger: JSON lines on standard output, written asynchronously, and at exit synchronously. An error is logged with its whole chain of causes under `err`.
 * @param destination where the lines go instead of standard output (tests)
 */
export function createLogger(
  settings: Pick<Settings, 'logLevel' | 'logBufferBytes'>,
  destination: DestinationStream = standardOutput(settings.logBufferBytes),
): Logger {
  return pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
}

/**
 * Lines that cannot be written (the terminal was closed, the disk of the log is full) are lost, and the
 * process continues; unhandled, the error would end it. The destination writes what is left at exit, and
 * tries without end where writing fails: after an error that is left out.
 */
function standardOutput(maxLength: number): DestinationStream {
  const reader = new LastLines();
  const output = pino.destination({
    dest: 1,
    sync: false,
    // Without a bound lines that are not read fill the memory.
    maxLength,
    retryEAGAIN: (_error, writing, waiting) => reader.mayWait(writing + waiting),
  });
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    reader.bounded(flush);
  };
  return output.on('error', () => {
    output.flushSync = () => undefined;
  });
}

/** A message may repeat what a client or a node wrote, and a stack begins with it. */
const MAX_MESSAGE_CHARACTERS = 4_096;
const MAX_STACK_CHARACTERS = 8_192;

const bounded = (text: string, maxCharacters: number): string =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 3)}...`;

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
}

/** Only named members: an HTTP client's error can carry a whole request, credentials included. */
function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: bounded(String(error), MAX_MESSAGE_CHARACTERS) };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.constructor.name,
    message: bounded(error.message, MAX_MESSAGE_CHARACTERS),
    ...(typeof code === 'string' ? { code } : {}),
    ...(depth === 0 && error.stack !== undefined
      ? { stack: bounded(error.stack, MAX_STACK_CHARACTERS) }
      : {}),
    ...(error.cause !== undefined && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
