import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeKeyFile, openKeyFile, publicKeyIn } from '../keys/key-file';
import { Ledger } from '../ledger/ledger';
import { completeLines } from '../policy/complete-text';
import { FileError, readOwnFile, writeOwnFile } from '../private-file';
import type { Command } from './options';
import { readPassphrase } from './passphrase';

const add: Command = async (options, folder) => {
  folder.assertNone(folder.keyFile);
  folder.assertNone(folder.ledgerFile);
  const policy = folder.policy();
  const secret = options.import === undefined ? randomBytes(32) : importedKey(options.import);
  const passphrase = await readPassphrase(options['passphrase-file']);
  const text = makeKeyFile(secret, passphrase, policy.texts);
  const { macKey } = openKeyFile(text, passphrase, policy.hash);
  Ledger.create(folder.ledgerPlace(policy), macKey, Date.now());
  writeOwnFile(folder.keyFile, text);
  const { account, permission } = policy.file;
  return [
    publicKeyIn(text),
    `Give this key to ${account}@${permission}. ${path.basename(folder.keyFile)} is encrypted, and is the only copy.`,
    '',
    'It is bound to this policy:',
    ...completeLines(policy),
  ];
};

const remove: Command = (options, folder) => {
  if (options.yes !== true)
    throw new FileError('the key cannot be made again: confirm with --yes. The log is kept');
  rmSync(folder.keyFile);
  return [`removed: ${folder.keyFile}`];
};

function importedKey(file: string): Uint8Array {
  const text = readOwnFile(file).trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new FileError(`${file} holds no private key of 64 hexadecimal digits`);
  return Buffer.from(text, 'hex');
}

/** Commands for the key. */
export const KEY_COMMANDS: Readonly<Record<string, Command>> = {
  'key add': add,
  'key list': (_, folder) => [publicKeyIn(readOwnFile(folder.keyFile))],
  'key remove': remove,
};
