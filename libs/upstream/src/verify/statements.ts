import { setTimeout as delay } from 'node:timers/promises';
import { isAbsence } from '../node/absence';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { type ChainInfo, readInfo } from '../node/info';
import type { Raw } from '../node/node-reply';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import { UnreadableAnswerError } from '../node/parse-answer';
import type { AttemptBounds } from '../pool/measured';
import type { NodeAnswer, NodeCaller } from '../pool/node-caller';
import { ABSENT, differenceOf } from './difference';
import { cutAt, withLimit } from './pages';
import { type Statement, type Verdict, verdictOf } from './verdict';

/** Readers of the comparable part of answers, by route; each throws UnreadableAnswerError. */
export type Decoders = ReadonlyMap<string, (raw: Raw) => unknown>;

/** Nodes and how to read them. */
export interface Source {
  readonly caller: NodeCaller;
  readonly decoders: Decoders;
}

/** An answer with its comparable part; that of an account that does not exist is ABSENT. */
export interface Said {
  readonly answer: NodeAnswer;
  readonly decoded: unknown;
}

/** The statements of nodes in the end, and what follows from it. */
export interface Settled {
  readonly verdict: Verdict<Said>;
  readonly statements: readonly Statement<Said>[];
  /** Labels of the nodes that could not answer in the last round. */
  readonly unable: readonly string[];
}

const GET_INFO = { method: 'POST', path: '/v1/chain/get_info', body: '{}', call: 'info' } as const;
/** Nodes are asked again until they are at the same head before and after: most of the time they are. */
const ROUNDS = 4;
/** Between two rounds: less than a block. */
const PAUSE_MS = 150;
/** Of one round: a node that takes longer cannot be compared. */
const ROUND_MS = 2_000;
/** Requests of one statement. */
const REQUESTS = 3;

/** The route of a request, as its decoder is found by. */
export const routeOf = ({ route, path }: NodeRequest): string => route ?? path;

/** The comparable part of an answer; undefined where it has none: another refusal, or another form. */
export function saidOf(decoders: Decoders, request: NodeRequest, answer: NodeAnswer): Said | undefined {
  const { outcome } = answer;
  if ('refusal' in outcome) return isAbsence(outcome.refusal) ? { answer, decoded: ABSENT } : undefined;
  try {
    return { answer, decoded: decoders.get(routeOf(request))?.(outcome.json) };
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return undefined;
    throw error;
  }
}

/** Whether two answers say the same. */
export function areSame(one: Said, other: Said): boolean {
  return differenceOf(one.decoded, other.decoded) === undefined;
}

/**
 * Asks nodes that said different things again, and each time a further one, until more than half say the same, or all
 * are at the same head: before that each of them may have been right. Where a page of rows was cut short, all are asked
 * for as many rows.
 */
export async function settle(
  source: Source,
  request: NodeRequest,
  differing: readonly UpstreamNode[],
): Promise<Settled> {
  const { pool } = source.caller;
  let nodes = differing;
  let asked = request;
  const missed = new Set<string>();
  let disagreed: Settled | undefined;
  for (let round = 1; ; round += 1) {
    const further = pool.comparable(nodes);
    if (further !== undefined) nodes = [...nodes, further];
    const statements = await statementsOf(source, nodes, asked);
    const verdict = verdictOf(statements, areSame, isCutShort);
    const cut = verdict.kind === 'agreed' ? undefined : shortestCut(statements);
    // Of two nodes that differ nothing shows which one is right. A further one may answer, or have their block, next time.
    const silent = unableOf(nodes, statements);
    const mayOthersDecide = silent.some((label) => !missed.has(label)) || !pool.areOnlyOnesInUse(nodes);
    for (const label of silent) missed.add(label);
    const mayBeDecided = verdict.kind === 'disagreed' && mayOthersDecide && round < ROUNDS;
    const isOpen = verdict.kind === 'open' || cut !== undefined || mayBeDecided;
    const settled = { verdict, statements, unable: silent };
    // Pages that end at different rows contradict each other in nothing.
    if (verdict.kind === 'disagreed' && cut === undefined) disagreed = settled;
    if (!isOpen) return settled;
    if (round === ROUNDS) return disagreed ?? { ...settled, verdict: { kind: 'open' } };
    // It may have their block since it was polled.
    if (!pool.areOnlyOnesInUse(nodes)) pool.consistency.lookNow();
    if (cut !== undefined) asked = withLimit(asked, cut) ?? asked;
    await delay(PAUSE_MS);
  }
}

/** Whether two pages differ only in where they end, although more rows follow. */
export const isCutShort = (one: Said, other: Said): boolean =>
  cutAt(one.decoded, other.decoded) !== undefined;

/** Rows of the shortest page that was cut short; undefined where none was. */
function shortestCut(statements: readonly Statement<Said>[]): number | undefined {
  const lengths = statements.flatMap(({ said }, index) =>
    statements.slice(index + 1).flatMap((other) => cutAt(said.decoded, other.said.decoded) ?? []),
  );
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

function unableOf(nodes: readonly UpstreamNode[], statements: readonly Statement<Said>[]): string[] {
  const able = new Set(statements.map(({ node }) => node));
  return nodes.map(({ label }) => label).filter((label) => !able.has(label));
}

/** The statements of nodes in their order. A node that hangs is not waited for once two have answered. */
async function statementsOf(
  source: Source,
  nodes: readonly UpstreamNode[],
  request: NodeRequest,
): Promise<Statement<Said>[]> {
  const end = new AbortController();
  const abort = (): void => {
    end.abort();
  };
  const timers = [setTimeout(abort, ROUND_MS)];
  const lateMs = REQUESTS * source.caller.pool.lateAfterMs(request);
  let answered = 0;
  const asked = nodes.map(async (node) => {
    const statement = await statementOf(source, node, request, { signal: end.signal, deadlineMs: ROUND_MS });
    if (statement !== undefined) answered += 1;
    if (answered === 2) timers.push(setTimeout(abort, Math.min(ROUND_MS, lateMs)));
    return statement;
  });
  const statements = await Promise.all(asked);
  for (const timer of timers) clearTimeout(timer);
  return statements.filter((one) => one !== undefined);
}

/** The statement of a node between two looks at its head; undefined where it cannot answer. */
async function statementOf(
  { caller, decoders }: Source,
  node: UpstreamNode,
  request: NodeRequest,
  bounds: AttemptBounds,
): Promise<Statement<Said> | undefined> {
  try {
    const before = await headOf(caller, node, bounds);
    const answer = await caller.answerFrom(node, request, bounds);
    const after = await headOf(caller, node, bounds);
    const said = saidOf(decoders, request, answer);
    if (said === undefined) return undefined;
    const head = before.headBlockId === after.headBlockId ? before.headBlockId : undefined;
    return { node: node.label, head, said };
  } catch (error) {
    if (isUnable(error)) return undefined;
    throw error;
  }
}

async function headOf(caller: NodeCaller, node: UpstreamNode, bounds: AttemptBounds): Promise<ChainInfo> {
  return readInfo((await caller.requestFrom(node, GET_INFO, undefined, bounds)).json);
}

/** Whether an error says that a node could not answer; any other one is a defect. */
export const isUnable = (error: unknown): boolean =>
  error instanceof NodeFailure ||
  error instanceof NodeAnswerError ||
  error instanceof AnswerTooLargeError ||
  error instanceof UnreadableAnswerError;
