import type { Chain } from '../../../kernel/chain';
import type { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { ActionReceipt, ActionTrace, TransactionTrace } from '../../../kernel/execution/trace';
import { decodedArguments, shownResult } from './action-data';
import { formatInteger, formatTime } from '../values/nodeos-json';

/** nodeos' code for failures that are not a contract's own error code. */
const GENERIC_SYSTEM_ERROR = '10000000000000000000';

export interface FormattedAction {
  readonly action_ordinal: number;
  readonly [member: string]: unknown;
}

const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/** A trace as `processed`; how the action traces stand in it differs by route. */
export function formatTrace(
  chain: Chain,
  trace: TransactionTrace,
  arrange: (actions: readonly ActionTrace[], format: (action: ActionTrace) => FormattedAction) => unknown,
): object {
  const format = (action: ActionTrace): FormattedAction => formatAction(chain, trace, action);
  const { receipt } = trace;
  return {
    id: trace.id,
    block_num: trace.blockNum,
    block_time: formatTime(trace.blockTimeMs),
    producer_block_id: null,
    receipt: receipt
      ? { status: receipt.status, cpu_usage_us: receipt.cpuUsageUs, net_usage_words: receipt.netUsageWords }
      : null,
    elapsed: trace.elapsedUs,
    net_usage: trace.netUsageBytes,
    scheduled: false,
    action_traces: arrange(trace.actionTraces, format),
    account_ram_delta: null,
    ...formatFailure(trace.except, trace.blockTimeMs),
  };
}

/** As send_transaction has them: side by side, in the order of their ordinals. */
export const flat = (
  actions: readonly ActionTrace[],
  format: (action: ActionTrace) => FormattedAction,
): unknown => actions.map(format);

/** As push_transaction has them: each inside the one that caused it, in the order of execution. */
export function nested(
  actions: readonly ActionTrace[],
  format: (action: ActionTrace) => FormattedAction,
): unknown {
  const treeBelow = (ordinal: number): unknown[] =>
    actions
      .filter(({ closestUnnotifiedAncestorOrdinal }) => closestUnnotifiedAncestorOrdinal === ordinal)
      .sort((left, right) => executedAt(left) - executedAt(right))
      .map((action) => ({ ...format(action), inline_traces: treeBelow(action.ordinal) }));
  return treeBelow(0);
}

const executedAt = ({ receipt }: ActionTrace): number => receipt?.globalSequence ?? Infinity;

function formatAction(chain: Chain, trace: TransactionTrace, action: ActionTrace): FormattedAction {
  const { account, name, authorization, data } = action.act;
  return {
    action_ordinal: action.ordinal,
    creator_action_ordinal: action.creatorOrdinal,
    closest_unnotified_ancestor_action_ordinal: action.closestUnnotifiedAncestorOrdinal,
    receipt: action.receipt ? formatReceipt(action.receipt) : null,
    receiver: action.receiver,
    act: {
      account,
      name,
      authorization,
      data: decodedArguments(chain, account, name, data) ?? toHex(data),
      hex_data: toHex(data),
    },
    context_free: action.contextFree,
    elapsed: action.elapsedUs,
    console: action.console,
    trx_id: trace.id,
    block_num: trace.blockNum,
    block_time: formatTime(trace.blockTimeMs),
    producer_block_id: null,
    account_ram_deltas: action.ramDeltas,
    ...formatFailure(action.except, trace.blockTimeMs),
    return_value_hex_data: toHex(action.returnValue),
    return_value_data: shownResult(chain, account, name, action.returnValue),
  };
}

/** Place of an entry of a log in the code of a node. */
export const LOG_CONTEXT = {
  file: 'devchain',
  line: 0,
  method: '',
  hostname: '',
  thread_name: 'devchain',
} as const;

/** The error code given by a contract, else the nodeos code for all other failures. */
function errorCodeOf({ log }: ChainError): string {
  const given = log[0]?.data.error_code;
  return typeof given === 'string' ? given : GENERIC_SYSTEM_ERROR;
}

const formatReceipt = (receipt: ActionReceipt) => ({
  receiver: receipt.receiver,
  act_digest: receipt.actDigest,
  global_sequence: formatInteger(receipt.globalSequence),
  recv_sequence: formatInteger(receipt.recvSequence),
  auth_sequence: receipt.authSequence.map(([account, sequence]) => [account, formatInteger(sequence)]),
  code_sequence: receipt.codeSequence,
  abi_sequence: receipt.abiSequence,
});

function formatFailure(
  error: ChainError | undefined,
  timeMs: number,
): { except: object | null; error_code: string | null } {
  if (error === undefined) return { except: null, error_code: null };
  const context = { ...LOG_CONTEXT, timestamp: formatTime(timeMs) };
  const stack = error.log.map(({ level, format, data }) => ({
    context: { level, ...context },
    format,
    data,
  }));
  return {
    except: { code: error.code, name: error.kind, message: error.what, stack },
    error_code: errorCodeOf(error),
  };
}
