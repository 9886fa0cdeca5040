import { ASK_LIVES_MS, openAsks, type SpendingState } from '../ledger/spending-rules';
import { FileError } from '../private-file';
import { approvalCode } from '../sending/call-hash';
import { type Command, given } from './options';
import { readPassphrase } from './passphrase';

const NO_ARGUMENTS =
  'send takes a tool and its arguments as a JSON object: send repay \'{"amount_usdt":"5"}\' --request-id ID';

const send: Command = async (options, folder, [tool = '', text = '']) => {
  const input = objectOf(text);
  const request_id = given(options['request-id'], '--request-id');
  const { sender, ledger } = await folder.open(await readPassphrase(options, folder));
  try {
    const receipt = await sender.send({
      tool,
      arguments: input,
      request_id,
      repeat: options.repeat,
      wait_for: options['wait-for'] === 'irreversible' ? 'irreversible' : 'in_block',
    });
    return [JSON.stringify(receipt, null, 2)];
  } finally {
    ledger.close();
  }
};

const approve: Command = async (options, folder, [request = '', code = '']) => {
  const { ledger } = await folder.open(await readPassphrase(options, folder));
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
};

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
    throw new FileError(NO_ARGUMENTS, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FileError(NO_ARGUMENTS);
  return value as Record<string, unknown>;
}

/** Commands that send a call, and that let a person approve one. */
export const SEND_COMMANDS: Readonly<Record<string, Command>> = { send, approve };
