import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { secp256k1Signer } from '@app/client/keys';
import { removeFromKeychain } from '../keys/keychain';
import { makeKeyFile, openKeyFile, publicKeyIn, secretIn } from '../keys/key-file';
import { privateKeyText, readPrivateKey } from '../keys/private-key-text';
import { publicKeyText } from '../keys/public-key-text';
import { Ledger } from '../ledger/ledger';
import { completeLines } from '../policy/complete-text';
import type { Policy } from '../policy/policy';
import { readSecretDescriptor } from '../private-descriptor';
import { FileError, readOwnFile, writeOwnFile } from '../private-file';
import { confirm } from './confirmation';
import { given, type Command, type Options } from './options';
import { newPassphrase, readPassphrase } from './passphrase';
import { askOnTerminal } from './terminal';

/** Names a step with a key: another key, file or policy has another code. Whole: see Confirmation. */
const codeOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

const add: Command = async (options, folder) => {
  folder.assertNone(folder.keyFile);
  folder.assertNone(folder.ledgerFile);
  const policy = folder.policy();
  const source = importSource(options);
  const secret = source === undefined ? randomBytes(32) : await importedKey(options, source, policy);
  const key = publicKeyText(secp256k1Signer(secret).publicKey);
  const passphrase = await newPassphrase(options, folder, key);
  try {
    const text = await makeKeyFile(secret, passphrase, policy.texts);
    const { macKey } = await openKeyFile(text, passphrase, policy.hash);
    Ledger.create(folder.ledgerPlace(policy), macKey, Date.now());
    writeOwnFile(folder.keyFile, text);
  } catch (error) {
    if (options['passphrase-keychain'] === true) await removeFromKeychain(key);
    throw error;
  }
  const { account, permission } = policy.file;
  return [
    key,
    `Give this key to ${account}@${permission}. ${path.basename(folder.keyFile)} is encrypted${source === undefined ? ', and is the only copy' : ''}.`,
    '',
    'It is bound to this policy:',
    ...completeLines(policy),
  ];
};

/** Where a key that existed before comes from. Never an argument or the environment: other processes can read both. */
interface ImportSource {
  readonly name: string;
  readonly read: () => Promise<string> | string;
}

/** @throws FileError for more than one */
function importSource(options: Options): ImportSource | undefined {
  const { import: file, 'import-fd': descriptor, 'import-prompt': isAsked } = options;
  const sources: ImportSource[] = [
    ...(file === undefined ? [] : [{ name: file, read: () => readOwnFile(file) }]),
    ...(descriptor === undefined
      ? []
      : [
          {
            name: `descriptor ${descriptor}`,
            read: () => readSecretDescriptor(descriptor, '--import-fd'),
          },
        ]),
    ...(isAsked === true ? [{ name: 'the terminal', read: () => askOnTerminal('Private key: ', true) }] : []),
  ];
  if (sources.length > 1) throw new FileError('name one of --import, --import-fd and --import-prompt');
  if (descriptor !== undefined && descriptor === options['passphrase-fd'])
    throw new FileError('--import-fd and --passphrase-fd name the same descriptor');
  return sources[0];
}

/** A key that existed before. Its owner confirms that the policy binds this copy alone. */
async function importedKey(options: Options, source: ImportSource, policy: Policy): Promise<Uint8Array> {
  const secret = readPrivateKey((await source.read()).trim());
  const key = publicKeyText(secp256k1Signer(secret).publicKey);
  const lines = [
    ...completeLines(policy),
    '',
    `Imports the key of ${key} from ${source.name}.`,
    'WARNING: the policy binds the copy in this folder alone. Every other copy of the key, the one that is read included, signs anything. Erase them, or make a new key: signer key add without an import.',
  ];
  await confirm(options, { lines, code: codeOf('import', key, policy.hash) });
  return secret;
}

const exportKey: Command = async (options, folder) => {
  const to = path.resolve(given(options.to, '--to'));
  const text = readOwnFile(folder.keyFile);
  const key = publicKeyIn(text);
  folder.assertNone(to);
  const lines = [
    `Writes the private key of ${key} to ${to}, not encrypted.`,
    'WARNING: a holder of that file signs anything, without policy, caps and log. What is signed with it is found by log --verify --chain alone.',
  ];
  await confirm(options, { lines, code: codeOf('export', key, to) });
  const secret = await secretIn(text, await readPassphrase(options, folder));
  try {
    writeOwnFile(to, `${privateKeyText(secret, options.wif === true ? 'wif' : 'PVT_K1')}\n`);
  } finally {
    secret.fill(0);
  }
  return [`written: ${to}`];
};

const remove: Command = async (options, folder) => {
  if (options.yes !== true)
    throw new FileError('the key cannot be made again: confirm with --yes. The log is kept');
  if (options['passphrase-keychain'] === true)
    await removeFromKeychain(publicKeyIn(readOwnFile(folder.keyFile)));
  rmSync(folder.keyFile);
  return [`removed: ${folder.keyFile}`];
};

/** Commands for the key. */
export const KEY_COMMANDS: Readonly<Record<string, Command>> = {
  'key add': add,
  'key export': exportKey,
  'key list': (_, folder) => [publicKeyIn(readOwnFile(folder.keyFile))],
  'key remove': remove,
};
