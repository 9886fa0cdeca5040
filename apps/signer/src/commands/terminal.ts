import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import { FileError } from '../private-file';

/**
 * Asks a person on the terminal of the process, whatever standard input is.
 * @param isSecret the answer is not shown
 * @throws FileError without a terminal, or without an answer
 */
export async function askOnTerminal(question: string, isSecret: boolean): Promise<string> {
  let descriptor: number;
  try {
    descriptor = openSync('/dev/tty', 'r+');
  } catch (cause) {
    throw new FileError('there is no terminal to ask on: name a file or a descriptor', { cause });
  }
  const input = new ReadStream(descriptor);
  const output = new WriteStream(descriptor);
  // Before the question: the terminal shows what is typed until then. Without an output, the lines show nothing either.
  if (isSecret) input.setRawMode(true);
  output.write(question);
  const lines = createInterface(isSecret ? { input, terminal: true } : { input });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      for (const end of ['SIGINT', 'close'])
        lines.once(end, () => reject(new FileError('there was no answer on the terminal')));
    });
  } finally {
    lines.close();
    if (isSecret) {
      input.setRawMode(false);
      output.write('\n');
    }
    input.destroy();
  }
}
