import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import { FileError, readOwnFile } from '../private-file';

const SHORTEST = 8;

/**
 * The passphrase from a file of the owner (a credential of systemd, a secret of a container), else from the terminal,
 * which does not show it. Never from an argument or the environment: other processes can read both.
 * @throws FileError
 */
export async function readPassphrase(file: string | undefined): Promise<string> {
  const text = file === undefined ? await fromTerminal() : readOwnFile(file).replace(/\r?\n$/, '');
  if (text.length < SHORTEST) throw new FileError(`a passphrase has ${SHORTEST} characters or more`);
  return text;
}

async function fromTerminal(): Promise<string> {
  let descriptor: number;
  try {
    descriptor = openSync('/dev/tty', 'r+');
  } catch (cause) {
    throw new FileError('there is no terminal to ask for the passphrase: use --passphrase-file', { cause });
  }
  const input = new ReadStream(descriptor);
  new WriteStream(descriptor).write('Passphrase: ');
  // Without an output, nothing that is typed is shown.
  input.setRawMode(true);
  const lines = createInterface({ input, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new FileError('no passphrase was given')));
    });
  } finally {
    lines.close();
    input.setRawMode(false);
    input.destroy();
  }
}
