import { compareNames } from '../sdk/authority';
import type { ChainState } from '../state/chain-state';
import { CPU_COST_US } from './cpu-cost';
import { actionReceiptDigest, receiverDigest } from './digests';
import type { ExecutionRecord } from './execution-record';
import type { ActionReceipt, ActionTrace } from './trace';
import type { TransactionRun } from './transaction-run';

/** Writes down an execution that succeeded: sequences, receipt, console, RAM. */
export function finishExecution(
  run: TransactionRun,
  trace: ActionTrace,
  record: ExecutionRecord,
  returnValue: Uint8Array,
): void {
  const elapsedUs = CPU_COST_US.execution + CPU_COST_US.rowWrite * record.rowWrites;
  const receipt = issueReceipt(run.host.state, trace, returnValue);
  run.cpuUs += elapsedUs;
  run.receiptDigests.push(actionReceiptDigest(receipt));
  Object.assign(trace, {
    receipt,
    returnValue,
    elapsedUs,
    console: record.console,
    ramDeltas: [...record.ramDeltas]
      .map(([account, delta]) => ({ account, delta }))
      .sort((left, right) => compareNames(left.account, right.account)),
  } satisfies Partial<ActionTrace>);
}

/** Draws the next numbers of the chain, the receiver and the authorizers. */
function issueReceipt(
  state: ChainState,
  { receiver, act }: ActionTrace,
  returnValue: Uint8Array,
): ActionReceipt {
  const { accounts, counters, undo } = state;
  undo.assign(counters, { globalSequence: counters.globalSequence + 1 });
  const receiverState = accounts.get(receiver);
  undo.assign(receiverState, { recvSequence: receiverState.recvSequence + 1 });
  const authSequence = new Map<string, number>();
  for (const { actor } of act.authorization) {
    const authorizer = accounts.get(actor);
    undo.assign(authorizer, { authSequence: authorizer.authSequence + 1 });
    authSequence.set(actor, authorizer.authSequence);
  }
  const { codeSequence, abiSequence } = accounts.get(act.account);
  return {
    receiver,
    actDigest: receiverDigest(act, returnValue),
    globalSequence: counters.globalSequence,
    recvSequence: receiverState.recvSequence,
    authSequence: [...authSequence].sort(([left], [right]) => compareNames(left, right)),
    codeSequence,
    abiSequence,
  };
}
