import type { ActionReceipt as ShipReceipt, ActionTrace, TransactionTrace } from '@app/ship';
import { actionFields } from './action-fields';
import type { ActionReceipt, ActionWrite, RamDelta } from './action-writes';
import type { Name } from './name';
import { statusOf } from './transactions';

type ExecutedTrace = ActionTrace & { receipt: ShipReceipt };

/**
 * The actions of a block by global sequence. A trace whose receiver is not the contract is a notification: it belongs
 * to the action from which its chain of creators comes. Equal actions of one transaction stay apart. Transactions
 * that failed have no actions: the sequences of their traces were given again.
 */
export function mergedActions(traces: readonly TransactionTrace[]): ActionWrite[] {
  const actions = traces.flatMap(({ status, actionTraces }, transaction) =>
    hasEffect(status) ? mergedOfTransaction(actionTraces, transaction) : [],
  );
  return actions.sort((left, right) => (left.globalSequence < right.globalSequence ? -1 : 1));
}

/**
 * soft_fail is the execution of the contract's error handler. Of a delayed transaction the context-free actions are
 * executed at once, and not again with the others.
 */
const hasEffect = (status: number): boolean =>
  ['executed', 'soft_fail', 'delayed'].includes(statusOf(status));

function mergedOfTransaction(traces: readonly ActionTrace[], transaction: number): ActionWrite[] {
  const byOrdinal = new Map(traces.map((trace) => [trace.actionOrdinal, trace]));
  const groups = new Map<ActionTrace, ExecutedTrace[]>();
  for (const trace of traces) {
    if (!isExecuted(trace)) continue;
    const root = rootOf(trace, byOrdinal);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [trace]);
    else group.push(trace);
  }
  return [...groups.values()].map((group) => actionOf(group, transaction));
}

const isExecuted = (trace: ActionTrace): trace is ExecutedTrace => trace.receipt !== undefined;

function rootOf(trace: ActionTrace, byOrdinal: ReadonlyMap<number, ActionTrace>): ActionTrace {
  let root = trace;
  while (root.receiver !== root.act.account) {
    const creator = byOrdinal.get(root.creatorActionOrdinal);
    if (creator === undefined || creator.actionOrdinal >= root.actionOrdinal) break;
    root = creator;
  }
  return root;
}

function actionOf(group: ExecutedTrace[], transaction: number): ActionWrite {
  const sorted = group.sort((left, right) =>
    left.receipt.globalSequence < right.receipt.globalSequence ? -1 : 1,
  );
  const [first] = sorted;
  if (first === undefined) throw new RangeError('an action without traces');
  const { account, name, authorization, data } = first.act;
  return {
    transaction,
    globalSequence: first.receipt.globalSequence,
    actionOrdinal: first.actionOrdinal,
    creatorActionOrdinal: first.creatorActionOrdinal,
    account,
    name,
    authorization,
    isContextFree: first.contextFree,
    data,
    receipts: sorted.map(receiptOf),
    ramDeltas: sorted.length === 1 ? first.accountRamDeltas : summedRamDeltas(sorted),
    returnValue: first.returnValue ?? new Uint8Array(),
    accounts: accountsOf(sorted),
    fields: actionFields(account, name, data),
  };
}

const receiptOf = ({ receipt, actionOrdinal, creatorActionOrdinal }: ExecutedTrace): ActionReceipt => ({
  receiver: receipt.receiver,
  globalSequence: receipt.globalSequence,
  recvSequence: receipt.recvSequence,
  authSequence: receipt.authSequence,
  codeSequence: receipt.codeSequence,
  abiSequence: receipt.abiSequence,
  actionOrdinal,
  creatorActionOrdinal,
});

function accountsOf(traces: readonly ExecutedTrace[]): Name[] {
  const accounts = new Set<Name>();
  for (const { receiver } of traces) accounts.add(receiver);
  for (const { actor } of traces[0]?.act.authorization ?? []) accounts.add(actor);
  return [...accounts];
}

function summedRamDeltas(traces: readonly ExecutedTrace[]): RamDelta[] {
  const sums = new Map<Name, bigint>();
  for (const { accountRamDeltas } of traces)
    for (const { account, delta } of accountRamDeltas) sums.set(account, (sums.get(account) ?? 0n) + delta);
  return [...sums].map(([account, delta]) => ({ account, delta }));
}
