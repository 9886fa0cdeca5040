import { NodeAnswerError, NodeFailure } from '../../node/errors';
import { classifyResponse } from '../../node/node-reply';
import { possibleHolders } from '../possible-holders';
import type { LookupResult, PushFacts, PushResult, SendResult } from '../push-facts';
import { nextStep } from '../push-policy';
import { resultOfError } from '../send';

/** Behaviour of a node towards one send. */
export const BEHAVIOURS = [
  'take', // executes it and says so
  'take-silently', // executes it; the answer is lost
  'take-busy', // executes it, and answers that it is busy
  'busy', // does not execute it, and answers the same
  'drop', // does not execute it; the connection breaks
  'refuse', // for a reason of the transaction
  'trouble', // for a reason of the node, before it looks for a duplicate
  'expired', // likewise
  'down', // cannot be reached
  'claim', // does not execute it, and says that it has it already
] as const;
export type Behaviour =
  | (typeof BEHAVIOURS)[number]
  /** Of a liar: passes it on to be executed, and refuses it for a reason of the transaction. */
  | 'lie';

/** One node of a simulated push. */
export interface SimulatedNode {
  /** Towards the sends of one push, in order; the last one stays. */
  readonly sends: readonly Behaviour[];
  readonly lookups: Lookups;
  /** Its first answer comes after the next node was sent the bytes; when it acts on them. Unset: it is not late. */
  readonly late?: 'acts-at-once' | 'acts-late';
}

/**
 * Answers of a node to look-ups: of all it executed; of what it executed during this push alone; none, as it fails or
 * has no such route.
 */
export const LOOKUPS = ['all', 'recent', 'none'] as const;
export type Lookups =
  | (typeof LOOKUPS)[number]
  /** Of a liar: of none, as if it kept all. */
  | 'denied';

/** How one simulated push ended. */
export interface SimulatedPush {
  readonly result: PushResult;
  readonly facts: PushFacts;
  /** Look-ups that were answered, and those of them that covered the life of the transaction. */
  readonly answeredLookups: number;
  readonly coveringLookups: number;
  readonly steps: number;
}

export const refusal = (code: number): NodeAnswerError => new NodeAnswerError(500, code, '', `code ${code}`);
export const DEFINITIVE = refusal(3_050_003);
export const TROUBLE = refusal(3_080_006);
export const EXPIRED = refusal(3_040_005);
export const notReached: SendResult = {
  kind: 'not-reached',
  failure: new NodeFailure('node', 'is down', { mayHaveArrived: false }),
};
/** The result for the answer of a busy node, as the service reads it. */
const busy = sendResultOf(() => {
  const body = { code: 503, message: 'Busy', error: { code: 503, name: 'Busy', what: 'Busy', details: [] } };
  const bytes = Buffer.from(JSON.stringify(body));
  classifyResponse('node', { status: 503, contentType: 'application/json', bytes });
});
export const LOCATION = { blockNum: 7, blockTimeMs: 1_000 };

export const MAX_LOOKUPS = 2;
const MAX_STEPS = 100;

/** The nodes of one chain that share nothing: a node finds a transaction only when it executed it itself. */
export class SimulatedNodes {
  /** Nodes that executed the transaction. */
  readonly holders = new Set<string>();
  /** Those that executed it before this push. */
  #earlier: ReadonlySet<string> = new Set();
  /** Answers of late nodes, in order of time. */
  readonly #late = new Map<string, () => SendResult>();

  /** Runs one push of the same bytes. */
  push(nodes: readonly SimulatedNode[], earlier: ReadonlySet<string>): SimulatedPush {
    this.#earlier = new Set(this.holders);
    const names = nodes.map((_, index) => String(index));
    const first = new Map<string, SendResult>();
    const again = new Map<string, SendResult>();
    let facts: PushFacts = {
      ...{
        nodes: names,
        following: new Set(names),
        silent: new Set<string>(),
        first,
        again,
        earlier: undefined,
      },
      ...{ lookups: [], hasWaited: false, isTimeUp: false },
    };
    let answeredLookups = 0;
    let coveringLookups = 0;
    for (let steps = 1; steps <= MAX_STEPS; steps += 1) {
      const step = nextStep(facts, MAX_LOOKUPS);
      if (step.kind === 'done') {
        for (const act of this.#late.values()) act();
        this.#late.clear();
        return { result: step.result, facts, answeredLookups, coveringLookups, steps };
      }
      if (step.kind === 'recall') facts = { ...facts, earlier };
      if (step.kind === 'wait') facts = { ...facts, hasWaited: true };
      if (step.kind === 'look-up') {
        const lookup = this.#lookUp(nodes, step.node === undefined ? names : [step.node]);
        if (lookup.isAnswered) answeredLookups += 1;
        if (lookup.coversLife) coveringLookups += 1;
        facts = { ...facts, lookups: [...facts.lookups, lookup], hasWaited: false };
      }
      if (step.kind === 'send') {
        const round = step.round === 'first' ? first : again;
        if (round.has(step.node)) throw new Error(`sent twice in one round to ${step.node}`);
        const sends = nodes[Number(step.node)]?.sends ?? [];
        const sent = Number(first.has(step.node)) + Number(again.has(step.node));
        const behaviour = sends[Math.min(sent, sends.length - 1)] ?? 'down';
        const late = step.round === 'first' ? nodes[Number(step.node)]?.late : undefined;
        round.set(step.node, this.#sendInTime(step.node, behaviour, late));
        facts = { ...facts, lookups: [], hasWaited: false };
      }
      if (step.kind === 'await-late') {
        const [[node, act] = []] = this.#late;
        if (node === undefined || act === undefined) throw new Error('no node is late');
        this.#late.delete(node);
        first.set(node, act());
        facts = { ...facts, lookups: [], hasWaited: false };
      }
    }
    throw new Error(`no result after ${MAX_STEPS} steps`);
  }

  /** The nodes that are remembered after a push, as the storage keeps them. */
  remembered({ facts }: SimulatedPush, earlier: ReadonlySet<string>): ReadonlySet<string> {
    return possibleHolders({ ...facts, earlier });
  }

  #sendInTime(node: string, behaviour: Behaviour, late: SimulatedNode['late']): SendResult {
    if (late === undefined) return this.#send(node, behaviour);
    const acted = late === 'acts-at-once' ? this.#send(node, behaviour) : undefined;
    this.#late.set(node, () => acted ?? this.#send(node, behaviour));
    return { kind: 'late' };
  }

  #send(node: string, behaviour: Behaviour): SendResult {
    switch (behaviour) {
      case 'down':
        return notReached;
      case 'trouble':
        return { kind: 'refused', error: TROUBLE };
      case 'expired':
        return { kind: 'refused', error: EXPIRED };
      case 'drop':
        return { kind: 'unacknowledged' };
      case 'busy':
        return busy;
      case 'claim':
        return { kind: 'duplicate' };
      case 'lie':
        this.holders.add(node);
        return { kind: 'refused', error: DEFINITIVE };
      case 'take-busy':
        this.holders.add(node);
        return busy;
      case 'refuse':
        return this.holders.has(node) ? { kind: 'duplicate' } : { kind: 'refused', error: DEFINITIVE };
      case 'take-silently':
        this.holders.add(node);
        return { kind: 'unacknowledged' };
      case 'take':
        if (this.holders.has(node)) return { kind: 'duplicate' };
        this.holders.add(node);
        return { kind: 'executed', location: LOCATION };
    }
  }

  #lookUp(nodes: readonly SimulatedNode[], names: readonly string[]): LookupResult {
    const keep = (kind: Lookups) => names.filter((name) => nodes[Number(name)]?.lookups === kind);
    const isFound =
      keep('all').some((name) => this.holders.has(name)) ||
      keep('recent').some((name) => this.holders.has(name) && !this.#earlier.has(name));
    return {
      location: isFound ? LOCATION : undefined,
      isAnswered: keep('none').length < names.length,
      coversLife: keep('all').length + keep('denied').length > 0,
    };
  }
}

function sendResultOf(read: () => void): SendResult {
  try {
    read();
  } catch (error) {
    return resultOfError(error);
  }
  throw new Error('the answer is no failure');
}
