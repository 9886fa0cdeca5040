import { setTimeout as delay } from 'node:timers/promises';
import { isAbsence } from '../node/absence';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { type ChainInfo, readInfo } from '../node/info';
import type { Raw } from '../node/node-reply';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import { UnreadableAnswerError } from '../node/parse-answer';
import type { NodeAnswer, NodeCaller } from '../pool/node-caller';
import { ABSENT, differenceOf } from './difference';
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

/** The answer of a node; undefined where it cannot answer. */
export async function answerFrom(
  caller: NodeCaller,
  node: UpstreamNode,
  request: NodeRequest,
): Promise<NodeAnswer | undefined> {
  try {
    return await caller.answerFrom(node, request);
  } catch (error) {
    if (isUnable(error)) return undefined;
    throw error;
  }
}

/**
 * Asks nodes that said different things again, and a third one, until they are at the same head: before that each of them
 * may have been right.
 */
export async function settle(
  source: Source,
  request: NodeRequest,
  differing: readonly UpstreamNode[],
): Promise<Settled> {
  const third = source.caller.pool.otherThan(differing);
  const nodes = third === undefined ? differing : [...differing, third];
  for (let round = 1; ; round += 1) {
    const asked = await Promise.all(nodes.map((node) => statementOf(source, node, request)));
    const statements = asked.filter((one) => one !== undefined);
    const verdict = verdictOf(statements, areSame);
    if (verdict.kind !== 'open' || round === ROUNDS)
      return { verdict, statements, unable: unableOf(nodes, statements) };
    await delay(PAUSE_MS);
  }
}

function unableOf(nodes: readonly UpstreamNode[], statements: readonly Statement<Said>[]): string[] {
  const able = new Set(statements.map(({ node }) => node));
  return nodes.map(({ label }) => label).filter((label) => !able.has(label));
}

/** The statement of a node between two looks at its head; undefined where it cannot answer. */
async function statementOf(
  { caller, decoders }: Source,
  node: UpstreamNode,
  request: NodeRequest,
): Promise<Statement<Said> | undefined> {
  const signal = AbortSignal.timeout(ROUND_MS);
  try {
    const before = await headOf(caller, node, signal);
    const answer = await caller.answerFrom(node, { ...request, signal });
    const after = await headOf(caller, node, signal);
    const said = saidOf(decoders, request, answer);
    if (said === undefined) return undefined;
    const head = before.headBlockId === after.headBlockId ? before.headBlockId : undefined;
    return { node: node.label, head, said };
  } catch (error) {
    if (isUnable(error)) return undefined;
    throw error;
  }
}

async function headOf(caller: NodeCaller, node: UpstreamNode, signal: AbortSignal): Promise<ChainInfo> {
  return readInfo((await caller.requestFrom(node, { ...GET_INFO, signal })).json);
}

const isUnable = (error: unknown): boolean =>
  error instanceof NodeFailure ||
  error instanceof NodeAnswerError ||
  error instanceof AnswerTooLargeError ||
  error instanceof UnreadableAnswerError;
