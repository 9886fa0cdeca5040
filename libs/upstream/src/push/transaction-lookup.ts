import { NodeAnswerError, NodeFailure } from '../node/errors';
import { readInfo } from '../node/info';
import type { Raw } from '../node/node-reply';
import { isNodeError } from '../node/is-node-error';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller } from '../pool/node-caller';
import { absenceProofs } from './fate/judged-fate';
import type { LookupResult } from './push-facts';
import { readHistoryTransaction, readTransactionStatus } from './transaction-answers';
import { coversLife, type TransactionLife } from './transaction-life';

/** A transaction that is looked up. */
export interface WantedTransaction {
  readonly id: string;
  /** Undefined: it is not known which blocks it may be in. */
  readonly life?: TransactionLife;
  /** Head of the network when it was sent. */
  readonly headBlock?: number;
}

/** Result of looking a transaction up at one or more nodes. */
export interface Lookup extends LookupResult {
  readonly failures: readonly NodeFailure[];
}

const STATUS_PATH = '/v1/chain/get_transaction_status';
const HISTORY_PATH = '/v1/history/get_transaction';
/** Routes by which a node knows transactions. */
export const LOOKUP_PATHS = [STATUS_PATH, HISTORY_PATH] as const;

/** tx_not_found: a history that does not have the transaction. */
const NOT_IN_HISTORY = 3_040_011;
const NOT_ANSWERED: LookupResult = { location: undefined, isAnswered: false, coversLife: false };

/**
 * Looks a transaction up at one node: its finality status, then its history. A node counts as answered only by what it
 * knows: a state, or a history without the transaction. A route that it does not have, an error and a timeout say
 * nothing about the transaction. Never throws for errors of a node.
 */
export async function lookUpAtNode(
  caller: NodeCaller,
  node: UpstreamNode,
  wanted: WantedTransaction,
  signal?: AbortSignal,
): Promise<Lookup> {
  const failures: NodeFailure[] = [];
  const ask = async (path: string, read: (raw: Raw) => LookupResult): Promise<LookupResult> => {
    const body = JSON.stringify({ id: wanted.id });
    try {
      const { json } = await caller.requestFrom(node, { method: 'POST', path, body, call: 'lookup', signal });
      return read(json);
    } catch (error) {
      if (error instanceof NodeAnswerError)
        return { ...NOT_ANSWERED, isAnswered: error.code === NOT_IN_HISTORY };
      if (!isNodeError(error)) throw error;
      if (error instanceof NodeFailure) failures.push(error);
      return NOT_ANSWERED;
    }
  };
  const status = await ask(STATUS_PATH, (raw) => ofStatus(raw, wanted.life));
  if (status.location !== undefined) return { ...status, failures };
  const history = await ask(HISTORY_PATH, (raw) => ofHistory(raw, wanted.id));
  return { ...together([status, history]), failures };
}

/**
 * Looks a transaction up at all nodes in parallel; a location with a block is preferred. A node that is behind the
 * others and does not know the transaction does not count as answered: it may not have seen its block yet. Neither does
 * a history node whose index has not reached the head that the network had when the transaction was sent.
 * @param hasQuorum whether two nodes have to cover the life of the transaction, where two of the chain are in service
 */
export async function lookUpEverywhere(
  caller: NodeCaller,
  wanted: WantedTransaction,
  { hasQuorum = false, signal }: { readonly hasQuorum?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Lookup> {
  const nodes = caller.nodesInService();
  const lookups = await Promise.all(
    nodes.map(async (node) => {
      // Before the look-up: the index may lack what it reaches afterwards.
      const hasTime = caller.pool.isOfChain(node) || (await hasReached(caller, node, wanted, signal));
      const lookup = await lookUpAtNode(caller, node, wanted, signal);
      const mayLackIt = caller.pool.isBehind(node) || !hasTime;
      return mayLackIt && lookup.location === undefined ? { ...lookup, ...NOT_ANSWERED } : lookup;
    }),
  );
  const inService = nodes.filter((node) => caller.pool.isOfChain(node)).length;
  const covering = lookups.filter((lookup) => lookup.coversLife).length;
  return {
    ...together(lookups),
    coversLife: covering >= absenceProofs({ hasQuorum, inService }),
    failures: lookups.flatMap(({ failures }) => failures),
  };
}

/** Whether the index of a history node has reached the head of the network at the time of the push. */
async function hasReached(
  caller: NodeCaller,
  node: UpstreamNode,
  { headBlock }: WantedTransaction,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (headBlock === undefined) return false;
  try {
    const path = '/v1/chain/get_info';
    const { json } = await caller.requestFrom(node, { method: 'POST', path, call: 'info', signal });
    return readInfo(json).headBlockNum >= headBlock;
  } catch (error) {
    if (isNodeError(error)) return false;
    throw error;
  }
}

function ofStatus(raw: Raw, life: TransactionLife | undefined): LookupResult {
  const { location, isAbsent, tracked } = readTransactionStatus(raw);
  const isAnswered = location !== undefined || isAbsent;
  return { location, isAnswered, coversLife: isAbsent && life !== undefined && coversLife(tracked, life) };
}

function ofHistory(raw: Raw, wanted: string): LookupResult {
  const { id, blockNum, blockTimeMs } = readHistoryTransaction(raw);
  // A look-up by the first digits of an id may find another one.
  if (id !== wanted) return NOT_ANSWERED;
  return { location: { blockNum, blockTimeMs }, isAnswered: true, coversLife: false };
}

/** Several answers as one. */
function together(lookups: readonly LookupResult[]): LookupResult {
  const found = lookups.map(({ location }) => location).filter((location) => location !== undefined);
  return {
    location: found.find(({ blockNum }) => blockNum !== null) ?? found[0],
    isAnswered: lookups.some(({ isAnswered }) => isAnswered),
    coversLife: lookups.some((lookup) => lookup.coversLife),
  };
}
