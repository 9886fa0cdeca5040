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
    throw new FileError('there is no terminal to ask on: use --passphrase-file', { cause });
  }
  const input = new ReadStream(descriptor);
  const output = new WriteStream(descriptor);
  output.write(question);
  // Without an output, nothing that is typed is shown.
  if (isSecret) input.setRawMode(true);
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
