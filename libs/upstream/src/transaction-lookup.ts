import { readHistoryTransaction, readTransactionStatus, type TransactionPlace } from './answers/transactions';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from './errors';
import type { NodeCaller } from './node-caller';
import type { UpstreamNode } from './upstream-node';
import { UnreadableAnswerError } from './answers/parse';

/**
 * Asks one node where a transaction is: its finality status, then its history; undefined when the
 * node does not know it, keeps neither, or cannot be asked. Never throws what a node does wrong: a
 * lookup that fails says nothing about the transaction.
 */
export async function lookUpAtNode(
  caller: NodeCaller,
  node: UpstreamNode,
  id: string,
  signal?: AbortSignal,
): Promise<TransactionPlace | undefined> {
  const body = JSON.stringify({ id });
  const place = await quietly(async () => {
    const path = '/v1/chain/get_transaction_status';
    const { json } = await caller.askNode(node, { method: 'POST', path, body, call: 'lookup', signal });
    return readTransactionStatus(json);
  });
  if (place !== undefined) return place;
  return quietly(async () => {
    const path = '/v1/history/get_transaction';
    const { json } = await caller.askNode(node, { method: 'POST', path, body, call: 'lookup', signal });
    return readHistoryTransaction(json);
  });
}

/** Asks every node at once; the place that names a block wins. */
export async function lookUpEverywhere(
  caller: NodeCaller,
  id: string,
  signal?: AbortSignal,
): Promise<TransactionPlace | undefined> {
  const places = await Promise.all(caller.nodes().map((node) => lookUpAtNode(caller, node, id, signal)));
  const found = places.filter((place) => place !== undefined);
  return found.find(({ blockNum }) => blockNum !== null) ?? found[0];
}

async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isOfTheNode =
      error instanceof NodeAnswerError ||
      error instanceof NodeFailure ||
      error instanceof AnswerTooLargeError ||
      error instanceof UnreadableAnswerError;
    if (isOfTheNode) return undefined;
    throw error;
  }
}
