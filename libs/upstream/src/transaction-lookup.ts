import { readHistoryTransaction, readTransactionStatus, type TransactionPlace } from './answers/transactions';
import type { Raw } from './node-reply';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from './errors';
import type { NodeCaller } from './node-caller';
import type { UpstreamNode } from './upstream-node';
import { UnreadableAnswerError } from './answers/parse';

/** What nodes say about where a transaction is. */
export interface Lookup {
  /** Undefined when nobody knows it as landed. */
  readonly place: TransactionPlace | undefined;
  /** False: nobody could be asked, so that nothing is known. */
  readonly isAnswered: boolean;
  readonly failures: readonly NodeFailure[];
}

const ROUTES: readonly (readonly [path: string, read: (raw: Raw) => TransactionPlace | undefined])[] = [
  ['/v1/chain/get_transaction_status', readTransactionStatus],
  ['/v1/history/get_transaction', readHistoryTransaction],
];

/**
 * Asks one node where a transaction is: its finality status, then its history. A node that keeps
 * neither has answered as well. Never throws what a node does wrong: a lookup that fails says nothing
 * about the transaction.
 */
export async function lookUpAtNode(
  caller: NodeCaller,
  node: UpstreamNode,
  id: string,
  signal?: AbortSignal,
): Promise<Lookup> {
  const body = JSON.stringify({ id });
  const failures: NodeFailure[] = [];
  let isAnswered = false;
  for (const [path, read] of ROUTES) {
    try {
      const { json } = await caller.askNode(node, { method: 'POST', path, body, call: 'lookup', signal });
      const place = read(json);
      isAnswered = true;
      if (place !== undefined) return { place, isAnswered, failures };
    } catch (error) {
      if (error instanceof NodeAnswerError) isAnswered = true;
      else if (error instanceof NodeFailure) failures.push(error);
      else if (!(error instanceof AnswerTooLargeError || error instanceof UnreadableAnswerError)) throw error;
    }
  }
  return { place: undefined, isAnswered, failures };
}

/** Asks every node at once; the place that names a block wins. */
export async function lookUpEverywhere(
  caller: NodeCaller,
  id: string,
  signal?: AbortSignal,
): Promise<Lookup> {
  const lookups = await Promise.all(caller.nodes().map((node) => lookUpAtNode(caller, node, id, signal)));
  const found = lookups.map(({ place }) => place).filter((place) => place !== undefined);
  return {
    place: found.find(({ blockNum }) => blockNum !== null) ?? found[0],
    isAnswered: lookups.some(({ isAnswered }) => isAnswered),
    failures: lookups.flatMap(({ failures }) => failures),
  };
}
