import { setTimeout as pause } from 'node:timers/promises';
import type { Verification } from '@app/operations/core';

import type { Raw } from '../node/node-reply';
import { isNodeError } from '../node/is-node-error';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller } from '../pool/node-caller';
import { differenceOf } from '../verify/difference';
import { NodesDisagreeError } from '../verify/disagreement';
import type { ActionTrace } from './answers/action-traces';
import { type ExecutedTraces, readHistoryTraces, readTransactionTrace } from './answers/executed-traces';

/** A transaction by its id (hex), and the number of the block that holds it. */
export interface TransactionInBlock {
  readonly id: string;
  readonly blockNum: number;
}

/** Traces of an executed transaction, and how many nodes gave them of those that had any. */
export interface AgreedTraces extends ExecutedTraces {
  readonly verification: Verification;
}

/** Most nodes that are asked: of three one may be wrong. */
const MAX_NODES = 3;
/** Routes that have traces, with the capability of their nodes; the first one says which action caused another. */
const ROUTES = [
  { path: '/v1/history/get_transaction', capability: 'history', read: readHistoryTraces },
  { path: '/v1/trace_api/get_transaction_trace', capability: 'trace', read: readTransactionTrace },
] as const;
/** Between two requests for traces: a history indexes a block soon after it was produced. */
const PAUSE_MS = 100;

/**
 * The traces of a transaction in its block, by the nodes of the network that keep them; undefined where none has them
 * (yet). Of several nodes the majority is believed. Traces of another block do not count: a fork replaced it.
 * @param signal until it is aborted, nodes that keep traces and lack these are asked again; without it they are asked once
 * @throws NodesDisagreeError without one
 */
export async function agreedTraces(
  caller: NodeCaller,
  { id, blockNum }: TransactionInBlock,
  signal?: AbortSignal,
): Promise<AgreedTraces | undefined> {
  const nodes = await keepers(caller, signal);
  const ask = async (): Promise<Told[]> =>
    (await Promise.all(nodes.map((node) => tracesAt(caller, node, id, signal)))).flatMap((one) =>
      one?.blockNum === blockNum ? [one] : [],
    );
  let told = await ask();
  while (nodes.length > 0 && told.length === 0 && signal !== undefined && !(await hasEnded(signal)))
    told = await ask();
  const groups = told.map((one) => told.filter((other) => areSame(one, other)));
  const [largest = []] = groups.sort((one, other) => other.length - one.length);
  const [first] = largest;
  if (first === undefined) return undefined;
  if (largest.length * 2 <= told.length && told.length > 1) {
    throw new NodesDisagreeError({
      network: caller.network,
      nodes: told.map(({ node }) => node),
      route: ROUTES[0].path,
      headBlock: undefined,
      member: 'traces',
    });
  }
  const rooted = largest.find(({ actions }) => actions.every(({ root }) => root !== null)) ?? first;
  return { ...rooted, verification: { agreeing: largest.length, asked: told.length } };
}

/** The nodes that keep traces, the fittest first. */
async function keepers(caller: NodeCaller, signal: AbortSignal | undefined): Promise<UpstreamNode[]> {
  const found = new Set<UpstreamNode>();
  for (const { path, capability } of ROUTES) {
    const request = { method: 'POST', path, call: 'lookup', signal } as const;
    for (const node of await caller.pool.nodesWith(capability, request)) found.add(node);
  }
  return [...found].slice(0, MAX_NODES);
}

/** After a pause. */
async function hasEnded(signal: AbortSignal): Promise<boolean> {
  await pause(PAUSE_MS);
  return signal.aborted;
}

interface Told extends ExecutedTraces {
  /** Label of the node. */
  readonly node: string;
}

/** Never throws for errors of the node. */
async function tracesAt(
  caller: NodeCaller,
  node: UpstreamNode,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Told | undefined> {
  const body = JSON.stringify({ id });
  const ask = async (
    path: string,
    read: (raw: Raw) => ExecutedTraces,
  ): Promise<ExecutedTraces | undefined> => {
    try {
      const { json } = await caller.requestFrom(node, { method: 'POST', path, body, call: 'lookup', signal });
      const traces = read(json);
      // A look-up by the first digits of an id may find another one.
      return traces.id === id ? traces : undefined;
    } catch (error) {
      if (isNodeError(error)) return undefined;
      throw error;
    }
  };
  for (const { path, read } of ROUTES) {
    const traces = await ask(path, read);
    if (traces !== undefined) return { ...traces, node: node.label };
  }
  return undefined;
}

/** Only some nodes say what caused an action. */
const areSame = (one: ExecutedTraces, other: ExecutedTraces): boolean =>
  one.blockNum === other.blockNum &&
  differenceOf(one.actions.map(withoutRoot), other.actions.map(withoutRoot)) === undefined;

const withoutRoot = (trace: ActionTrace): ActionTrace => ({ ...trace, root: null });
