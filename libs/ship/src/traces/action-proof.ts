import { ByteWriter, equalBytes, merkleRoot } from '@app/antelope';
import { hash } from 'node:crypto';
import type { Action, ActionReceipt, ActionTrace } from './action-trace';
import { TRANSACTION_STATUS } from './transaction-status';
import type { TransactionTrace } from './transaction-trace';

type TransactionStatus = (typeof TRANSACTION_STATUS)[number];
type ExecutedTrace = ActionTrace & { readonly receipt: ActionReceipt };

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const NOTHING = new Uint8Array();

/**
 * Statuses of transactions whose receipts are leaves: soft_fail is the execution of an error handler, and of a delayed
 * transaction the context-free actions are executed at once. Failed transactions are taken back with their receipts.
 */
const WITH_RECEIPTS = new Set<string>(['executed', 'soft_fail', 'delayed'] satisfies TransactionStatus[]);

/**
 * Root over the receipts of the actions that took place, in the order of execution: the `action_mroot` of the header of
 * their block. Source: eosio::chain::action_receipt. Blocks of instant finality have another root there.
 */
export const actionRootOf = (traces: readonly TransactionTrace[]): Uint8Array =>
  merkleRoot(
    executedActions(traces)
      .sort(bySequence)
      .map(({ receipt }) => sha256(packedReceipt(receipt))),
  );

/**
 * The first action that is not the one of its own receipt, is hidden by the status of its transaction, or reaches
 * others as another action; undefined when there is none.
 */
export const forgedAction = (traces: readonly TransactionTrace[]): ActionTrace | undefined =>
  executedActions(traces).find(isNotOfReceipt) ?? hiddenAction(traces) ?? strayNotification(traces);

function isNotOfReceipt({ act, returnValue, receiver, receipt }: ExecutedTrace): boolean {
  const isSame = (digest: Uint8Array): boolean => equalBytes(digest, receipt.actDigest);
  const isPlain = (returnValue?.length ?? 0) === 0 && isSame(plainDigest(act));
  return receiver !== receipt.receiver || !(isPlain || isSame(actionDigest(act, returnValue)));
}

/** Of a delayed transaction only context-free actions are executed, which have no authorization. */
const hiddenAction = (traces: readonly TransactionTrace[]): ActionTrace | undefined =>
  executedActions(traces.filter(({ status }) => TRANSACTION_STATUS[status] === 'delayed')).find(
    ({ act }) => act.authorization.length > 0,
  );

/** A notification has the very action of its creator. Source: eosio::chain::apply_context::require_recipient. */
function strayNotification(traces: readonly TransactionTrace[]): ActionTrace | undefined {
  for (const { actionTraces } of traces) {
    const byOrdinal = new Map(actionTraces.map((trace) => [trace.actionOrdinal, trace]));
    const stray = actionTraces.find(({ receiver, act, creatorActionOrdinal }) => {
      const creator = receiver === act.account ? undefined : byOrdinal.get(creatorActionOrdinal);
      return creator !== undefined && !equalBytes(plainDigest(creator.act), plainDigest(act));
    });
    if (stray !== undefined) return stray;
  }
  return undefined;
}

/** Digest of an action with what it returned. Source: generate_action_digest, with ACTION_RETURN_VALUE activated. */
export function actionDigest(act: Action, returnValue: Uint8Array = NOTHING): Uint8Array {
  const values = new ByteWriter();
  values.prefixed(act.data);
  values.prefixed(returnValue);
  return sha256(Buffer.concat([sha256(headOf(act).finish()), sha256(values.finish())]));
}

/** The same before ACTION_RETURN_VALUE was activated. */
export function plainDigest(act: Action): Uint8Array {
  const writer = headOf(act);
  writer.prefixed(act.data);
  return sha256(writer.finish());
}

/** The action without its data, as digests have it. Source: eosio::chain::action_base. */
export const packedHead = (act: Action): Uint8Array => headOf(act).finish();

function headOf({ account, name, authorization }: Action): ByteWriter {
  const writer = new ByteWriter();
  writer.uint64(account);
  writer.uint64(name);
  writer.varuint32(authorization.length);
  for (const { actor, permission } of authorization) {
    writer.uint64(actor);
    writer.uint64(permission);
  }
  return writer;
}

/** The bytes whose hash is the leaf of an action. Source: eosio::chain::action_receipt. */
export function packedReceipt(receipt: ActionReceipt): Uint8Array {
  const writer = new ByteWriter();
  writer.uint64(receipt.receiver);
  writer.raw(receipt.actDigest);
  writer.uint64(receipt.globalSequence);
  writer.uint64(receipt.recvSequence);
  writer.varuint32(receipt.authSequence.length);
  for (const { account, sequence } of receipt.authSequence) {
    writer.uint64(account);
    writer.uint64(sequence);
  }
  writer.varuint32(receipt.codeSequence);
  writer.varuint32(receipt.abiSequence);
  return writer.finish();
}

/** In the order of execution. */
export const bySequence = (left: ExecutedTrace, right: ExecutedTrace): number =>
  left.receipt.globalSequence < right.receipt.globalSequence ? -1 : 1;

/** The actions that took place. */
export const executedActions = (traces: readonly TransactionTrace[]): ExecutedTrace[] =>
  traces
    .filter(({ status }) => WITH_RECEIPTS.has(TRANSACTION_STATUS[status] ?? ''))
    .flatMap(({ actionTraces }) => actionTraces)
    .filter((trace): trace is ExecutedTrace => trace.receipt !== undefined);
