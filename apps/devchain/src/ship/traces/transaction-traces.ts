import * as ship from '@app/ship';
import type { SealableTransaction } from '../../kernel/blocks/block-transaction';
import type { ActionReceipt, ActionTrace, TransactionTrace } from '../../kernel/execution/trace';
import { nameValue } from '../name-values';
import { partialTransaction } from './partial-transaction';

const NOTHING = new Uint8Array();

/**
 * The section `traces` of a block. As on a node without trace-history-debug-mode, elapsed times are 0 and console
 * outputs are empty. There is no onblock trace: the chain runs no such transaction.
 */
export function packTraces(
  traces: readonly TransactionTrace[],
  transactions: readonly SealableTransaction[],
): Uint8Array {
  return ship.encodeTraces(traces.map((trace, at) => transactionTrace(trace, transactions[at])));
}

function transactionTrace(
  { id, receipt, netUsageBytes, actionTraces }: TransactionTrace,
  transaction: SealableTransaction | undefined,
): ship.TransactionTrace {
  return {
    id: digest(id),
    status: ship.TRANSACTION_STATUS.indexOf(receipt?.status ?? 'executed'),
    cpuUsageUs: receipt?.cpuUsageUs ?? 0,
    netUsageWords: receipt?.netUsageWords ?? 0,
    elapsed: 0n,
    netUsage: BigInt(netUsageBytes),
    scheduled: false,
    actionTraces: actionTraces.map(actionTrace),
    partial: transaction && partialTransaction(transaction),
  };
}

function actionTrace(trace: ActionTrace): ship.ActionTrace {
  const { act, receipt, ramDeltas } = trace;
  return {
    actionOrdinal: trace.ordinal,
    creatorActionOrdinal: trace.creatorOrdinal,
    receipt: receipt && actionReceipt(receipt),
    receiver: nameValue(trace.receiver),
    act: {
      account: nameValue(act.account),
      name: nameValue(act.name),
      authorization: act.authorization.map(({ actor, permission }) => ({
        actor: nameValue(actor),
        permission: nameValue(permission),
      })),
      data: act.data,
    },
    contextFree: trace.contextFree,
    elapsed: 0n,
    console: NOTHING,
    accountRamDeltas: ramDeltas.map(({ account, delta }) => ({
      account: nameValue(account),
      delta: BigInt(delta),
    })),
    returnValue: trace.returnValue,
  };
}

function actionReceipt(receipt: ActionReceipt): ship.ActionReceipt {
  return {
    receiver: nameValue(receipt.receiver),
    actDigest: digest(receipt.actDigest),
    globalSequence: BigInt(receipt.globalSequence),
    recvSequence: BigInt(receipt.recvSequence),
    authSequence: receipt.authSequence.map(([account, sequence]) => ({
      account: nameValue(account),
      sequence: BigInt(sequence),
    })),
    codeSequence: receipt.codeSequence,
    abiSequence: receipt.abiSequence,
  };
}

/** The bytes of a digest that the kernel made; checked hex costs several times as much. */
const digest = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
