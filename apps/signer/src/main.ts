import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './commands/commands';
import { SignerFolder } from './commands/folder';
import { PolicyError } from './policy/policy';
import { FileError } from './private-file';
import { KeyError } from './keys/key-file';
import { LedgerError } from './ledger/ledger';
import { Refusal } from './refusal';

const HELP = `signer <command> [--folder DIR] [--passphrase-file FILE]

  init --node URL [--node URL] --gateway URL --account NAME --permission NAME [--network NAME] [--profile FILE]
  key add [--import FILE] | key list | key remove --yes | key export --to FILE [--wif]
  policy check | policy show | policy seal
  send TOOL ARGUMENTS --request-id ID [--repeat TRANSACTION] [--wait-for irreversible]
  approve [REQUEST_ID CODE]
  log [--verify [--chain]] | log accept --yes | reconcile
  address [vault]
  revoke
  serve [--socket FILE] | connect --socket FILE | install CLIENT [--write]
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: path.join(homedir(), '.chain-tool-signer') },
      'passphrase-file': { type: 'string' },
      node: { type: 'string', multiple: true },
      gateway: { type: 'string' },
      account: { type: 'string' },
      permission: { type: 'string' },
      network: { type: 'string', default: 'mainnet' },
      profile: { type: 'string' },
      import: { type: 'string' },
      yes: { type: 'boolean' },
      verify: { type: 'boolean' },
      chain: { type: 'boolean' },
      to: { type: 'string' },
      wif: { type: 'boolean' },
      write: { type: 'boolean' },
      confirm: { type: 'string' },
      'request-id': { type: 'string' },
      socket: { type: 'string' },
      repeat: { type: 'string' },
      'wait-for': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true || positionals.length === 0) {
    process.stdout.write(HELP);
    return values.help === true ? 0 : 2;
  }
  const lines = await run(positionals, values, new SignerFolder(values.folder));
  if (lines === undefined) {
    process.stderr.write(HELP);
    return 2;
  }
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return 0;
}

/** Messages of these classes are written for the owner and hold no secret. */
const EXPECTED = [PolicyError, FileError, KeyError, LedgerError];

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const isKnown = EXPECTED.some((known) => error instanceof known);
    const rule = error instanceof Refusal ? `refused (${error.rule}): ` : '';
    const message = error instanceof Error ? error.message : 'failed';
    process.stderr.write(`${rule}${message}\n`);
    process.exitCode = isKnown || error instanceof Refusal ? 1 : 3;
  },
);
