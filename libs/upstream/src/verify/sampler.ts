import type { Clock, RandomBelow } from '@app/operations/core';
import { classifyResponse } from '../node/node-reply';
import type { NodeReply, NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeAnswer } from '../pool/node-caller';
import type { Differences } from './differences';
import { cutAt } from './pages';
import { SampleBudget } from './sample-budget';
import { areSame, isUnable, routeOf, saidOf } from './statements';

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
  readonly #budget: SampleBudget;
  /** Apart: blocks that nodes of two versions write differently must not take the place of samples. */
  readonly #rechecks: SampleBudget;

  constructor(
    private readonly differences: Differences,
    private readonly options: SamplingOptions,
  ) {
    this.#budget = new SampleBudget(options.clock);
    this.#rechecks = new SampleBudget(options.clock, { running: 1, perSecond: 1 });
  }

  /** A node answered a read, which may be compared. Returns at once. */
  served(request: NodeRequest, node: UpstreamNode, reply: NodeReply): void {
    if (!this.differences.decoders.has(routeOf(request))) return;
    if (this.options.random(100) >= this.options.percent) return;
    this.#budget.begin(() => this.#compare({ ...request, signal: undefined }, node, reply));
  }

  /**
   * Two nodes gave different bytes for a read that has one answer: both are asked again, and a third one where they still
   * differ. Returns at once.
   * @param addresses of the two nodes; one that left is not asked
   */
  recheck(request: NodeRequest, addresses: readonly [string, string]): void {
    const { caller, decoders } = this.differences;
    if (!decoders.has(routeOf(request))) return;
    const [node, beside] = addresses.map((address) =>
      caller.chainNodes().find((one) => one.address === address),
    );
    if (node === undefined || beside === undefined) return;
    this.#rechecks.begin(async () => {
      const answer = await this.#answerOf(node, request);
      if (answer === undefined) this.differences.comparisons.record(node.label, 'unavailable');
      else await this.#compare(request, node, answer.reply, beside);
    });
  }

  async #compare(
    request: NodeRequest,
    node: UpstreamNode,
    reply: NodeReply,
    beside = this.differences.caller.pool.comparable([node]),
  ): Promise<void> {
    const { decoders, comparisons } = this.differences;
    const answer = answered(node, reply);
    const one = answer && saidOf(decoders, request, answer);
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
