import { randomBytes } from 'node:crypto';
import { publicKeyIn } from '../keys/key-file';
import { readSecretDescriptor } from '../private-descriptor';
import { FileError, readCredential, readOwnFile } from '../private-file';
import type { SignerFolder } from './folder';
import type { Options } from './options';
import { askOnTerminal } from './terminal';

const SHORTEST = 8;

/** Options that say where the passphrase is. None of them: the terminal. */
const PASSPHRASE_OPTIONS = ['passphrase-file', 'passphrase-fd', 'passphrase-keychain'] as const;

/** The place of the passphrase, or undefined for the terminal. @throws FileError for more than one */
export function passphraseOption(options: Options): (typeof PASSPHRASE_OPTIONS)[number] | undefined {
  const named = PASSPHRASE_OPTIONS.filter((name) => options[name] !== undefined);
  if (named.length > 1) throw new FileError(`name one of --${named.join(' and --')}`);
  return named[0];
}

/**
 * The passphrase from a file of the owner (a credential of systemd, a secret of a container), a descriptor or the keychain
 * of the desktop, else from the terminal, which does not show it. Never from an argument or the environment: other
 * processes can read both. A place that does not have it is an error: no other one is tried.
 * @throws FileError, KeychainError
 */
export async function readPassphrase(options: Options, folder: SignerFolder): Promise<string> {
  const text = (await passphraseText(options, folder)).replace(/\r?\n$/, '');
  if (text.length < SHORTEST) throw new FileError(`a passphrase has ${SHORTEST} characters or more`);
  return text;
}

/**
 * The passphrase of a key that is made. For the keychain it is a random one, which is there when this resolves.
 * @param key public key
 * @throws FileError, KeychainError
 */
export async function newPassphrase(options: Options, folder: SignerFolder, key: string): Promise<string> {
  if (passphraseOption(options) !== 'passphrase-keychain') return readPassphrase(options, folder);
  const { storeInKeychain } = await import('../keys/keychain.js');
  const passphrase = randomBytes(32).toString('hex');
  await storeInKeychain(key, passphrase);
  return passphrase;
}

async function passphraseText(options: Options, { keyFile }: SignerFolder): Promise<string> {
  if (passphraseOption(options) === 'passphrase-keychain') {
    const key = publicKeyIn(readOwnFile(keyFile));
    const { passphraseInKeychain } = await import('../keys/keychain.js');
    return passphraseInKeychain(key);
  }
  const { 'passphrase-file': file, 'passphrase-fd': descriptor } = options;
  if (file !== undefined) return readCredential(file);
  if (descriptor !== undefined) return readSecretDescriptor(descriptor, '--passphrase-fd');
  return askOnTerminal('Passphrase: ', true);
}
