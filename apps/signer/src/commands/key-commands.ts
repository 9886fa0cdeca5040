import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { secp256k1Signer } from '@app/client/keys';
import { makeKeyFile, openKeyFile, publicKeyIn, secretIn } from '../keys/key-file';
import { privateKeyText, readPrivateKey } from '../keys/private-key-text';
import { publicKeyText } from '../keys/public-key-text';
import { Ledger } from '../ledger/ledger';
import { completeLines } from '../policy/complete-text';
import type { Policy } from '../policy/policy';
import { FileError, readOwnFile, writeOwnFile } from '../private-file';
import { confirm } from './confirmation';
import { given, type Command, type Options } from './options';
import { readPassphrase } from './passphrase';

const CODE_LENGTH = 16;

/** Names a step with a key: another key, file or policy has another code. */
const codeOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, CODE_LENGTH);

const add: Command = async (options, folder) => {
  folder.assertNone(folder.keyFile);
  folder.assertNone(folder.ledgerFile);
  const policy = folder.policy();
  const secret = options.import === undefined ? randomBytes(32) : await importedKey(options, policy);
  const passphrase = await readPassphrase(options['passphrase-file']);
  const text = makeKeyFile(secret, passphrase, policy.texts);
  const { macKey } = openKeyFile(text, passphrase, policy.hash);
  Ledger.create(folder.ledgerPlace(policy), macKey, Date.now());
  writeOwnFile(folder.keyFile, text);
  const { account, permission } = policy.file;
  return [
    publicKeyIn(text),
    `Give this key to ${account}@${permission}. ${path.basename(folder.keyFile)} is encrypted${options.import === undefined ? ', and is the only copy' : ''}.`,
    '',
    'It is bound to this policy:',
    ...completeLines(policy),
  ];
};

/** A key that existed before. Its owner confirms that the policy binds this copy alone. */
async function importedKey(options: Options, policy: Policy): Promise<Uint8Array> {
  const file = given(options.import, '--import');
  const secret = readPrivateKey(readOwnFile(file).trim());
  const key = publicKeyText(secp256k1Signer(secret).publicKey);
  const lines = [
    ...completeLines(policy),
    '',
    `Imports the key of ${key} from ${file}.`,
    'WARNING: the policy binds the copy in this folder alone. Every other copy of the key, this file included, signs anything. Erase them, or make a new key: signer key add without --import.',
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
  const secret = secretIn(text, await readPassphrase(options['passphrase-file']));
  try {
    writeOwnFile(to, `${privateKeyText(secret, options.wif === true ? 'wif' : 'PVT_K1')}\n`);
  } finally {
    secret.fill(0);
  }
  return [`written: ${to}`];
};

const remove: Command = (options, folder) => {
  if (options.yes !== true)
    throw new FileError('the key cannot be made again: confirm with --yes. The log is kept');
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
