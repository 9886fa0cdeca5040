import {
  readHistoryTransaction,
  readTransactionStatus,
  type TransactionLocation,
} from './transaction-answers';
import type { Raw } from '../node/node-reply';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import type { NodeCaller } from '../pool/node-caller';
import type { UpstreamNode } from '../node/upstream-node';
import type { LookupResult } from './push-facts';
import { UnreadableAnswerError } from '../node/parse-answer';

/** Result of looking a transaction up at one or more nodes. */
export interface Lookup extends LookupResult {
  readonly failures: readonly NodeFailure[];
}

const ROUTES: readonly (readonly [path: string, read: (raw: Raw) => TransactionLocation | undefined])[] = [
  ['/v1/chain/get_transaction_status', readTransactionStatus],
  ['/v1/history/get_transaction', readHistoryTransaction],
];

/**
 * Looks a transaction up at one node: its finality status, then its history. A node that keeps
 * neither counts as answered. Never throws for errors of a node: a failed lookup says nothing
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
      const { json } = await caller.requestFrom(node, { method: 'POST', path, body, call: 'lookup', signal });
      const location = read(json);
      isAnswered = true;
      if (location !== undefined) return { location, isAnswered, failures };
    } catch (error) {
      if (error instanceof NodeAnswerError) isAnswered = true;
      else if (error instanceof NodeFailure) failures.push(error);
      else if (!(error instanceof AnswerTooLargeError || error instanceof UnreadableAnswerError)) throw error;
    }
  }
  return { location: undefined, isAnswered, failures };
}

/**
 * Looks a transaction up at all nodes in parallel; a location with a block is preferred. A node that is behind the
 * others and does not know the transaction does not count as answered: it may not have seen its block yet. Neither does
 * a history node: its index follows the chain.
 */
export async function lookUpEverywhere(
  caller: NodeCaller,
  id: string,
  signal?: AbortSignal,
): Promise<Lookup> {
  const lookups = await Promise.all(
    caller.nodes().map(async (node) => {
      const lookup = await lookUpAtNode(caller, node, id, signal);
      const mayLackIt = caller.pool.isBehind(node) || !caller.pool.isOfChain(node);
      return mayLackIt && lookup.location === undefined ? { ...lookup, isAnswered: false } : lookup;
    }),
  );
  const found = lookups.map(({ location }) => location).filter((location) => location !== undefined);
  return {
    location: found.find(({ blockNum }) => blockNum !== null) ?? found[0],
    isAnswered: lookups.some(({ isAnswered }) => isAnswered),
    failures: lookups.flatMap(({ failures }) => failures),
  };
}
