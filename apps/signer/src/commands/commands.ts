import { OwnAddresses } from '../addresses/own-addresses';
import { ASK_LIVES_MS, openAsks, type SpendingState } from '../ledger/spending-rules';
import { ConfirmPage } from '../confirm/confirm-page';
import { serve } from '../mcp/serve';
import { connectStdio, serveSocket } from '../mcp/serve-socket';
import { assertOutsidePrivateFolders } from '../policy/private-folders';
import { FileError } from '../private-file';
import { approvalCode } from '../sending/call-hash';
import { visibleJson } from '../visible-json';
import type { OpenSigner, SignerFolder } from './folder';
import { init } from './init';
import { install } from './install';
import { KEY_COMMANDS } from './key-commands';
import { LOG_COMMANDS } from './log-commands';
import { type Command, given, type Options } from './options';
import { readPassphrase } from './passphrase';
import { POLICY_COMMANDS } from './policy-commands';
import { revocation } from './revocation';

/** Blocks become irreversible within minutes on a healthy chain. */
const ADDRESS_WAIT_MS = 300_000;

const COMMANDS: Readonly<Record<string, Command>> = {
  init: (options, folder) =>
    init(options.folder, folder, {
      nodes: given(options.node, '--node'),
      gateway: given(options.gateway, '--gateway'),
      account: given(options.account, '--account'),
      permission: given(options.permission, '--permission'),
      network: options.network,
      profile: options.profile,
    }),
  ...KEY_COMMANDS,
  ...POLICY_COMMANDS,
  send: async (options, folder, [tool = '', text = '']) => {
    const { sender, ledger } = folder.open(await readPassphrase(options['passphrase-file']));
    try {
      const receipt = await sender.send({
        tool,
        arguments: objectOf(text),
        request_id: given(options['request-id'], '--request-id'),
        repeat: options.repeat,
        wait_for: options['wait-for'] === 'irreversible' ? 'irreversible' : 'in_block',
      });
      return [JSON.stringify(receipt, null, 2)];
    } finally {
      ledger.close();
    }
  },
  approve: async (options, folder, [request = '', code = '']) => {
    const { ledger } = folder.open(await readPassphrase(options['passphrase-file']));
    try {
      const { state } = ledger.read();
      if (request === '') return waitingLines(state, Date.now());
      const asked = state.asked.get(request);
      if (asked === undefined || asked.at <= Date.now() - ASK_LIVES_MS)
        throw new FileError(`no request ${request} waits: the agent has to send it again`);
      if (code !== approvalCode(asked.call))
        throw new FileError(
          `${request} waits for another call than ${code || 'one without a code'}. It is now: ${asked.text}. To approve it: signer approve ${request} ${approvalCode(asked.call)}`,
        );
      ledger.approve(request, asked.call, Date.now());
      return [`approved: ${asked.text}`];
    } finally {
      ledger.close();
    }
  },
  ...LOG_COMMANDS,
  address: async (options, folder, [of = 'deposit']) => {
    if (of !== 'deposit' && of !== 'vault') throw new FileError(`address | address vault: ${of} is unknown`);
    const { policy, ledger } = folder.open(await readPassphrase(options['passphrase-file']));
    ledger.close();
    const addresses = new OwnAddresses(policy);
    return [visibleJson(await addresses[of](ADDRESS_WAIT_MS))];
  },
  revoke: (_, folder) => revocation(folder.policy()),
  install,
  serve: async (options, folder) => {
    if (options.socket !== undefined) assertOutsidePrivateFolders(folder.policy().file);
    const open = folder.open(await readPassphrase(options['passphrase-file']));
    askOnPage(open, folder.folder);
    await (options.socket === undefined ? serve(open) : serveSocket(open, options.socket));
    return [];
  },
  connect: async (options) => {
    await connectStdio(given(options.socket, '--socket'));
    return [];
  },
};

/** The lines that a command prints; undefined for an unknown one. */
export async function run(
  words: readonly string[],
  options: Options,
  folder: SignerFolder,
): Promise<string[] | undefined> {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command !== undefined) return command(options, folder, words.slice(length));
  }
  return undefined;
}

/** Has a program that stays ask on a page too, where the policy says so. */
function askOnPage({ policy, sender, ledger }: OpenSigner, folder: string): void {
  const openWith = policy.file.confirm?.page?.open_with;
  if (openWith === undefined) return;
  const page = new ConfirmPage(folder, openWith, ({ request, question }) =>
    ledger.approve(request, question, Date.now()),
  );
  sender.onQuestion = (question) => page.ask(question);
}

function waitingLines(state: SpendingState, nowMs: number): string[] {
  const open = openAsks(state, nowMs).filter((ask) => state.asked.get(ask.request) === ask);
  if (open.length === 0) return ['no request waits'];
  return open.map(({ request, call, text }) => `signer approve ${request} ${approvalCode(call)}   # ${text}`);
}

function objectOf(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new FileError('the arguments are no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FileError('the arguments are no JSON object');
  return value as Record<string, unknown>;
}
