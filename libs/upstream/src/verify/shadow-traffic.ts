import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { NodeConfig } from '@app/networks/node-config';
import type { Clock, RandomBelow } from '@app/operations/core';
import { NodeAnswerError } from '../node/errors';
import { classifyResponse } from '../node/node-reply';
import type { NodeReply, NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeAnswer } from '../pool/node-caller';
import { readNodeInfo } from '../pool/head-poller';
import type { Comparisons } from './comparisons';
import { evidenceOf } from './evidence';
import { SampleBudget } from './sample-budget';
import { areSame, type Decoders, isCutShort, isUnable, routeOf, type Said, saidOf } from './statements';
import { type Statement, verdictOf } from './verdict';

/** Of 100 reads of the state, those that also go to each shadow node. */
const SHADOW_PERCENT = 10;
/** Both nodes are asked again until they are at the same head. */
const ROUNDS = 4;
/** Between two rounds: less than a block. */
const PAUSE_MS = 150;

interface ShadowOptions {
  readonly network: string;
  readonly decoders: Decoders;
  readonly comparisons: Comparisons;
  readonly random: RandomBelow;
  readonly clock: Clock;
}

/**
 * Sends a part of the reads that nodes answered to shadow nodes as well, in the background, and compares the answers. A
 * shadow node serves nothing, counts for no agreement and gets no push: an operator learns whether it could serve.
 */
export class ShadowTraffic {
  readonly #budget: SampleBudget;

  constructor(
    private nodes: readonly UpstreamNode[],
    private readonly options: ShadowOptions,
  ) {
    this.#budget = new SampleBudget(options.clock);
  }

  /** Takes over a configuration. @returns the nodes that left */
  replace(configs: readonly NodeConfig[], connect: (config: NodeConfig) => UpstreamNode): UpstreamNode[] {
    const before = this.nodes;
    this.nodes = configs.map((config) => {
      const known = before.find((node) => node.isNamedBy(config));
      known?.configure(config);
      return known ?? connect(config);
    });
    return before.filter((node) => !this.nodes.includes(node));
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
  }

  /** A node answered a read. Returns at once. */
  served(request: NodeRequest, node: UpstreamNode, reply: NodeReply): void {
    if (this.nodes.length === 0 || !this.options.decoders.has(routeOf(request))) return;
    if (this.options.random(100) >= SHADOW_PERCENT) return;
    this.#budget.begin(async () => {
      // Behind the answer of the client: a page of rows takes its time to read.
      await setImmediate();
      const told = this.#said(request, answerOf(node, reply));
      if (told === undefined) return;
      const asked = { ...request, signal: undefined };
      await Promise.all(this.nodes.map((shadow) => this.#compare(asked, told, shadow)));
    });
  }

  async #compare(request: NodeRequest, told: Said, shadow: UpstreamNode): Promise<void> {
    const { comparisons, network } = this.options;
    const own = await this.#ask(shadow, request);
    if (own === undefined) return comparisons.record(shadow.label, 'unavailable');
    if (areSame(told, own) || isCutShort(told, own)) return comparisons.record(shadow.label, 'agreed');
    for (let round = 1; round <= ROUNDS; round += 1) {
      const asked = await Promise.all(
        [told.answer.node, shadow].map((node) => this.#statement(node, request)),
      );
      const statements = asked.filter((one) => one !== undefined);
      const verdict = verdictOf(statements, areSame, isCutShort);
      if (verdict.kind === 'agreed') return comparisons.record(shadow.label, 'agreed');
      if (verdict.kind === 'disagreed') {
        comparisons.record(shadow.label, 'differed');
        const settled = { verdict, statements, unable: [] };
        return comparisons.report(evidenceOf(network, request, [told, own], settled));
      }
      await delay(PAUSE_MS);
    }
    // At no moment at the same head: nothing is known.
  }

  /** The statement of a node between two looks at its head; undefined where it cannot answer. */
  async #statement(node: UpstreamNode, request: NodeRequest): Promise<Statement<Said> | undefined> {
    const before = await headOf(node);
    const said = await this.#ask(node, request);
    const after = await headOf(node);
    if (said === undefined) return undefined;
    return { node: node.label, head: before === after ? before : undefined, said };
  }

  async #ask(node: UpstreamNode, request: NodeRequest): Promise<Said | undefined> {
    const reply = await unlessUnable(node.request(request));
    return reply && this.#said(request, answerOf(node, reply));
  }

  #said(request: NodeRequest, answer: NodeAnswer | undefined): Said | undefined {
    return answer && saidOf(this.options.decoders, request, answer);
  }
}

const headOf = async (node: UpstreamNode): Promise<string | undefined> =>
  (await unlessUnable(readNodeInfo(node)))?.headBlockId;

async function unlessUnable<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isUnable(error)) return undefined;
    throw error;
  }
}

/** The answer of a node, a refusal included; undefined for bytes that are none. */
function answerOf(node: UpstreamNode, reply: NodeReply): NodeAnswer | undefined {
  try {
    return { node, reply, outcome: { json: classifyResponse(node.label, reply) } };
  } catch (error) {
    if (error instanceof NodeAnswerError) return { node, reply, outcome: { refusal: error } };
    if (isUnable(error)) return undefined;
    throw error;
  }
}
