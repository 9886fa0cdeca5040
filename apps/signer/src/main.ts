import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OwnerError, Refusal } from './refusal';
import { requireVerifiedConnections } from './verified-connections';
import { version } from './version';
import { visibleJson, visibleLine } from './visible-json';

const HELP = `signer <command> [--folder DIR] [--passphrase-file FILE | --passphrase-fd NUMBER | --passphrase-keychain]

  init --node URL [--node URL] --gateway URL --account NAME --permission NAME [--network NAME] [--profile FILE]
  key add [--import FILE | --import-fd NUMBER | --import-prompt] | key list | key remove --yes | key export --to FILE [--wif]
  policy check | policy show | policy seal [--renew]
  send TOOL ARGUMENTS --request-id ID [--repeat TRANSACTION] [--wait-for irreversible]
  approve [REQUEST_ID CODE]
  log [--verify [--chain]] | log accept --yes | reconcile
  address [vault] [--account NAME]
  revoke
  serve [--socket FILE] | connect --socket FILE | install CLIENT [--write]
  --help | --version
`;

/** The words of the command line. @throws TypeError for an option that is not known */
const readWords = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: path.join(homedir(), '.chain-tool-signer') },
      'passphrase-file': { type: 'string' },
      'passphrase-fd': { type: 'string' },
      'passphrase-keychain': { type: 'boolean' },
      node: { type: 'string', multiple: true },
      gateway: { type: 'string' },
      account: { type: 'string' },
      permission: { type: 'string' },
      network: { type: 'string', default: 'mainnet' },
      profile: { type: 'string' },
      import: { type: 'string' },
      'import-fd': { type: 'string' },
      'import-prompt': { type: 'boolean' },
      renew: { type: 'boolean' },
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
      version: { type: 'boolean' },
    },
  });

async function main(): Promise<number> {
  let words: ReturnType<typeof readWords>;
  try {
    words = readWords();
  } catch (error) {
    // Some messages of Node have several lines.
    return misused((error as Error).message.replaceAll('\n', ' '));
  }
  const { values, positionals } = words;
  if (values.version === true) {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  if (values.help === true || positionals.length === 0) {
    process.stdout.write(HELP);
    return values.help === true ? 0 : 2;
  }
  requireVerifiedConnections(process.env);
  const { run } = await import('./commands/commands.js');
  const lines = await run(positionals, values);
  if (lines === undefined) return misused(`there is no command ${positionals.join(' ')}`);
  // The last place before the terminal: names, memos and errors of others may be in any of them.
  process.stdout.write(visibleJson(lines.map((line) => `${line}\n`).join('')));
  return 0;
}

function misused(why: string): number {
  process.stderr.write(`${visibleLine(why)}\n\n${HELP}`);
  return 2;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const rule = error instanceof Refusal ? `refused (${error.rule}): ` : '';
    const message = error instanceof Error ? error.message : 'failed';
    process.stderr.write(visibleJson(`${rule}${message}\n`));
    process.exitCode = error instanceof OwnerError ? 1 : 3;
  },
);
