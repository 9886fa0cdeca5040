import type { Clock, RandomBelow } from '@app/operations';
import { classifyResponse } from '../node/node-reply';
import type { NodeReply, NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeAnswer } from '../pool/node-caller';
import type { Differences } from './differences';
import { cutAt } from './pages';
import { areSame, isUnable, routeOf, saidOf } from './statements';

/** Comparisons of one network that run at once: a node that hangs holds no more. */
const MAX_RUNNING = 2;
/** Comparisons of one network that begin within a second. */
const MAX_PER_SECOND = 5;
/** Time in which the comparisons of a sample are counted. */
const SECOND_MS = 1_000;

/** How reads are chosen. */
export interface SamplingOptions {
  /** Of 100 reads; 0 compares none. */
  readonly percent: number;
  readonly random: RandomBelow;
  readonly clock: Clock;
}

/**
 * Compares a part of the answers that were sent already with the answer of another node, in the background: a comparison
 * delays and fails no answer. Reads of the state of the chain alone, never pushes.
 */
export class Sampler {
  #running = 0;
  #begun = 0;
  #secondAtMs = -Infinity;

  constructor(
    private readonly differences: Differences,
    private readonly options: SamplingOptions,
  ) {}

  /** A node answered a read, which may be compared. Returns at once. */
  served(request: NodeRequest, node: UpstreamNode, reply: NodeReply): void {
    if (!this.differences.decoders.has(routeOf(request))) return;
    if (this.options.random(100) >= this.options.percent || !this.#admits()) return;
    this.#running += 1;
    // A rejection is a defect, and reported as one.
    void this.#compare({ ...request, signal: undefined }, node, reply).finally(() => {
      this.#running -= 1;
    });
  }

  #admits(): boolean {
    const nowMs = this.options.clock.monotonicMs();
    if (nowMs - this.#secondAtMs >= SECOND_MS) [this.#secondAtMs, this.#begun] = [nowMs, 0];
    if (this.#running >= MAX_RUNNING || this.#begun >= MAX_PER_SECOND) return false;
    this.#begun += 1;
    return true;
  }

  async #compare(request: NodeRequest, node: UpstreamNode, reply: NodeReply): Promise<void> {
    const { caller, decoders, comparisons } = this.differences;
    const answer = answered(node, reply);
    const one = answer && saidOf(decoders, request, answer);
    const beside = caller.pool.comparable([node]);
    if (one === undefined || beside === undefined) return;
    const second = await this.#answerOf(beside, request);
    const other = second && saidOf(decoders, request, second);
    if (other === undefined) comparisons.record(beside.label, 'unavailable');
    else if (areSame(one, other) || cutAt(one.decoded, other.decoded) !== undefined)
      this.differences.recordAgreed(node, beside);
    else await this.differences.settle(request, one, other);
  }

  async #answerOf(node: UpstreamNode, request: NodeRequest): Promise<NodeAnswer | undefined> {
    try {
      return await this.differences.caller.answerFrom(node, request);
    } catch (error) {
      if (isUnable(error)) return undefined;
      throw error;
    }
  }
}

/** An answer as it was sent; undefined for a refusal: versions of nodes word it differently. */
function answered(node: UpstreamNode, reply: NodeReply): NodeAnswer | undefined {
  try {
    return { node, reply, outcome: { json: classifyResponse(node.label, reply) } };
  } catch (error) {
    if (isUnable(error)) return undefined;
    throw error;
  }
}
