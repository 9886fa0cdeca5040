import { isEqualMac } from '../ledger/entry-mac';
import { ASK_LIVES_MS, openAsks } from '../ledger/asks';
import type { Ask, SpendingState } from '../ledger/spending-rules';
import { FileError } from '../private-file';
import { approvalCode } from '../sending/call-hash';
import { visibleJson, visibleLine } from '../visible-json';
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
    return [visibleJson(receipt)];
  } finally {
    ledger.close();
  }
};

const approve: Command = async (options, folder, [request = '', code = '']) => {
  const { ledger, key } = await folder.open(await readPassphrase(options, folder));
  try {
    const { state } = ledger.read();
    const codeOf: CodeOf = (ask) => approvalCode(key.macKey, ask.request, ask.call);
    if (request === '') return waitingLines(state, codeOf, Date.now());
    const asked = state.asked.get(request);
    if (asked === undefined || asked.at <= Date.now() - ASK_LIVES_MS)
      throw new FileError(`no request ${request} waits: the agent has to send it again`);
    const wanted = codeOf(asked);
    if (!isEqualMac(code, wanted))
      throw new FileError(
        `${request} waits for another call than ${code || 'one without a code'}, or another version of this program made that code. It is now: ${visibleLine(asked.text)}. To approve it: signer approve ${request} ${wanted}`,
      );
    ledger.approve(request, asked.call, Date.now());
    return [`approved: ${visibleLine(asked.text)}`];
  } finally {
    ledger.close();
  }
};

/** The code of a question of this signer. */
type CodeOf = (ask: Ask) => string;

function waitingLines(state: SpendingState, codeOf: CodeOf, nowMs: number): string[] {
  const open = openAsks(state, nowMs).filter((ask) => state.asked.get(ask.request) === ask);
  if (open.length === 0) return ['no request waits'];
  return open.map((ask) => `signer approve ${ask.request} ${codeOf(ask)}   # ${visibleLine(ask.text)}`);
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
