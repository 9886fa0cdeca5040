import { execFile } from 'node:child_process';
import { OwnerError } from '../refusal';

/** A desktop keychain that does not do what it was asked. */
export class KeychainError extends OwnerError {
  override readonly name = 'KeychainError';
}

const SERVICE = 'chain-tool-signer';
/** A person may have to unlock the keychain in its own dialog. */
const WAIT_MS = 120_000;
const LARGEST_BYTES = 4096;

/** A run of the program: what it gets on its standard input is never an argument, which other processes can read. */
interface Run {
  readonly words: readonly string[];
  readonly input?: string;
}

/** The program that speaks with the keychain of a platform. Its path is fixed: a PATH may name another program first. */
interface KeychainProgram {
  readonly file: string;
  /** Where the program comes from. */
  readonly source: string;
  readonly lookup: (key: string) => Run;
  readonly store: (key: string, passphrase: string) => Run;
  readonly remove: (key: string) => Run;
  /** Answers without asking the user; names the item where it is there and locked. */
  readonly search?: (key: string) => Run;
  /** Exit code of a look-up that found nothing. */
  readonly nothing: number;
}

const attributes = (key: string): string[] => ['application', SERVICE, 'public_key', key];
const item = (key: string): string[] => ['-s', SERVICE, '-a', key];

/** By platform. */
const PROGRAMS: Readonly<Record<string, KeychainProgram>> = {
  linux: {
    file: '/usr/bin/secret-tool',
    source: 'the package libsecret-tools (Debian, Ubuntu) or libsecret',
    lookup: (key) => ({ words: ['lookup', ...attributes(key)] }),
    store: (key, input) => ({ words: ['store', `--label=Signer ${key}`, ...attributes(key)], input }),
    remove: (key) => ({ words: ['clear', ...attributes(key)] }),
    search: (key) => ({ words: ['search', ...attributes(key)] }),
    nothing: 1,
  },
  darwin: {
    file: '/usr/bin/security',
    source: 'macOS',
    lookup: (key) => ({ words: ['find-generic-password', ...item(key), '-w'] }),
    // It reads its commands from the standard input. A passphrase of this program needs no quotes.
    store: (key, passphrase) => ({
      words: ['-i'],
      input: `add-generic-password ${item(key).join(' ')} -w ${passphrase}\n`,
    }),
    remove: (key) => ({ words: ['delete-generic-password', ...item(key)] }),
    nothing: 44,
  },
};

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/**
 * The passphrase of a key from the keychain of the desktop (Secret Service, or that of macOS).
 * @param key public key
 * @throws KeychainError where it is not there, locked or without a keychain. Nothing else is tried in its place
 */
export async function passphraseInKeychain(key: string): Promise<string> {
  const found = await lookUp(key);
  if (found === undefined) throw new KeychainError(`the keychain has no passphrase of ${key}`);
  return found;
}

/**
 * Puts the passphrase of a new key into the keychain, and reads it back.
 * @param passphrase letters, digits, - and _
 * @throws KeychainError, also where the keychain has one for this key already
 */
export async function storeInKeychain(key: string, passphrase: string): Promise<void> {
  const program = keychainProgram();
  if ((await lookUp(key)) !== undefined)
    throw new KeychainError(
      `the keychain has a passphrase of ${key} already, which another folder may need: remove that one first`,
    );
  const ended = await run(program, program.store(key, passphrase));
  if (ended.code !== 0) throw failed(ended);
  if ((await lookUp(key)) !== passphrase)
    throw new KeychainError('the keychain does not answer what was put into it');
}

/** Removes the passphrase of a key. @throws KeychainError */
export async function removeFromKeychain(key: string): Promise<void> {
  const program = keychainProgram();
  await passphraseInKeychain(key);
  const ended = await run(program, program.remove(key));
  if (ended.code !== 0) throw failed(ended);
}

async function lookUp(key: string): Promise<string | undefined> {
  const program = keychainProgram();
  const ended = await run(program, program.lookup(key));
  if (ended.code === 0) return ended.output.replace(/\n$/, '');
  if (ended.code !== program.nothing || ended.errors !== '') throw failed(ended);
  if (program.search !== undefined) {
    const { output, errors } = await run(program, program.search(key));
    if (output !== '' || errors !== '')
      throw new KeychainError('the keychain is locked, and was not unlocked: unlock it, and try again');
  }
  return undefined;
}

function keychainProgram(): KeychainProgram {
  const program = PROGRAMS[process.platform];
  if (program === undefined)
    throw new KeychainError(`the signer knows no keychain of ${process.platform}: use --passphrase-file`);
  return program;
}

/** The standard output may hold the passphrase: it is in no error, and neither is that of the process itself. */
function failed({ errors }: Ended): KeychainError {
  const [line = ''] = errors.trim().split('\n').slice(-1);
  const reason = line.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
  return new KeychainError(
    `the keychain cannot be used: ${reason || 'its program failed'}. It needs the session of a desktop, and must be unlocked`,
  );
}

/** @throws KeychainError where the program is missing, or does not end */
function run({ file, source }: KeychainProgram, { words, input = '' }: Run): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { timeout: WAIT_MS, killSignal: 'SIGKILL', maxBuffer: LARGEST_BYTES } as const;
    const child = execFile(file, words, options, (error, output, errors) => {
      if (error === null) return resolve({ code: 0, output, errors });
      if (error.code === 'ENOENT')
        return reject(new KeychainError(`there is no ${file}, which ${source} has: use --passphrase-file`));
      if (error.killed === true)
        return reject(new KeychainError(`the keychain did not answer within ${WAIT_MS / 1000} s`));
      resolve({ code: typeof error.code === 'number' ? error.code : -1, output, errors });
    });
    // A program that ends before it has read its input says why by its exit code.
    child.stdin?.once('error', () => child.stdin?.destroy());
    child.stdin?.end(input);
  });
}
