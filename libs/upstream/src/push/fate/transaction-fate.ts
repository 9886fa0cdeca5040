import { NodeAnswerError } from '../../node/errors';
import type { Raw } from '../../node/node-reply';
import { isNodeError } from '../../node/is-node-error';
import type { UpstreamNode } from '../../node/upstream-node';
import type { NodeCaller } from '../../pool/node-caller';
import type { Sighting } from '../confirm/sighting';
import { isWithoutRoute, readHistoryTransaction, readTransactionStatus } from '../transaction-answers';
import { coversLife, type TransactionLife } from '../transaction-life';
import { type FateWitness, judgedFate, type TransactionFate } from './judged-fate';

/** A transaction that was composed, and may have been sent. */
export interface ComposedTransaction {
  readonly id: string;
  readonly life: TransactionLife;
}

type Statement = Pick<FateWitness, 'sighting' | 'isShown' | 'provesAbsence'>;

/** tx_not_found: a history that does not have the transaction. */
const NOT_IN_HISTORY = 3_040_011;
const SILENT: Statement = { sighting: { kind: 'silent' }, isShown: false, provesAbsence: false };
const ABSENT: Statement = { ...SILENT, sighting: { kind: 'unseen' } };
const NO_ROUTE: Statement = { ...SILENT, sighting: { kind: 'cannot-tell' } };

/** Asks all nodes that are not unfit at the same time, once. Never throws for errors of nodes. */
export async function transactionFate(
  caller: NodeCaller,
  transaction: ComposedTransaction,
  hasQuorum: boolean,
): Promise<TransactionFate> {
  const nodes = caller.nodes().filter((node) => !caller.pool.isUnfit(node));
  const witnesses = await Promise.all(
    nodes.map(async (node) => ({
      ...(await statementOf(caller, node, transaction)),
      isUsable: caller.pool.isOfChain(node) && caller.pool.isUsable(node),
    })),
  );
  const inService = caller.nodesInService().filter((node) => caller.pool.isOfChain(node)).length;
  return judgedFate(witnesses, { hasQuorum, inService });
}

async function statementOf(
  caller: NodeCaller,
  node: UpstreamNode,
  { id, life }: ComposedTransaction,
): Promise<Statement> {
  // Read before the node is asked: a block up to it that the node shows now is irreversible.
  const { irreversibleBlock } = caller.pool.position();
  const ask = async (path: string, read: (raw: Raw) => Statement): Promise<Statement> => {
    let reply = 0;
    try {
      const request = { method: 'POST', path, body: JSON.stringify({ id }), call: 'lookup' } as const;
      return read((await caller.requestFrom(node, request, ({ status }) => (reply = status))).json);
    } catch (error) {
      if (!isNodeError(error)) throw error;
      if (error instanceof NodeAnswerError && error.code === NOT_IN_HISTORY) return ABSENT;
      return isWithoutRoute(reply) ? NO_ROUTE : SILENT;
    }
  };
  const status = await ask('/v1/chain/get_transaction_status', (raw) =>
    ofStatus(raw, life, irreversibleBlock),
  );
  if (status.isShown) return status;
  const history = await ask('/v1/history/get_transaction', (raw) => ofHistory(raw, id, irreversibleBlock));
  if (history.isShown) return history;
  const ofKind = (kind: Sighting['kind']): Statement | undefined =>
    [status, history].find(({ sighting }) => sighting.kind === kind);
  return ofKind('unseen') ?? ofKind('silent') ?? NO_ROUTE;
}

function ofStatus(raw: Raw, life: TransactionLife, irreversibleBlock: number): Statement {
  const { location, finality, isAbsent, tracked } = readTransactionStatus(raw);
  if (location === undefined) return { ...ABSENT, provesAbsence: isAbsent && coversLife(tracked, life) };
  const blockNum = finality === 'speculative' ? null : location.blockNum;
  if (blockNum === null) return { ...ABSENT, isShown: true };
  const isIrreversible = finality === 'irreversible' && blockNum <= irreversibleBlock;
  return shownIn({ kind: 'seen', block: { ...location, blockNum, isIrreversible } });
}

function ofHistory(raw: Raw, id: string, irreversibleBlock: number): Statement {
  const { id: answered, ...location } = readHistoryTransaction(raw);
  // A look-up by the first digits of an id may find another one.
  if (answered !== id) return ABSENT;
  const isIrreversible = location.blockNum <= irreversibleBlock;
  return shownIn({ kind: 'seen', block: { ...location, isIrreversible } });
}

const shownIn = (sighting: Sighting): Statement => ({ sighting, isShown: true, provesAbsence: false });
