import { FileError, readCredential } from '../private-file';
import { askOnTerminal } from './terminal';

const SHORTEST = 8;

/**
 * The passphrase from a file of the owner (a credential of systemd, a secret of a container), else from the terminal,
 * which does not show it. Never from an argument or the environment: other processes can read both.
 * @throws FileError
 */
export async function readPassphrase(file: string | undefined): Promise<string> {
  const text =
    file === undefined
      ? await askOnTerminal('Passphrase: ', true)
      : readCredential(file).replace(/\r?\n$/, '');
  if (text.length < SHORTEST) throw new FileError(`a passphrase has ${SHORTEST} characters or more`);
  return text;
}
