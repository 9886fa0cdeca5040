import type { Metrics } from '@app/operations';
import { NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '../node/errors';
import { classifyResponse, type Raw } from '../node/node-reply';
import type { NodeReply, NodeRequest, UpstreamNode } from '../node/upstream-node';
import type { NodePool } from './node-pool';

/** A node's whole answer and the node that sent it. */
export interface ServedReply {
  readonly reply: NodeReply;
  readonly node: UpstreamNode;
}

/** A node's JSON, and how many bytes it came in. */
export interface ServedJson {
  readonly json: Raw;
  readonly bytes: number;
}

/** Whether another node may answer what this one refused: a route or a block that it does not keep. */
export type IsElsewhere = (refusal: NodeAnswerError) => boolean;

const TOO_MANY_REQUESTS = 429;

/**
 * Sends requests to the nodes of a pool and reads their answers. A node's own refusal ends a call: another node would
 * refuse as well.
 */
export class NodeCaller {
  constructor(
    readonly network: string,
    readonly pool: NodePool,
    private readonly metrics: Metrics | undefined,
  ) {}

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.pool.chainId;
  }

  /** All nodes, also those that are not read from, the fittest first. */
  nodes(): readonly UpstreamNode[] {
    return this.pool.nodes();
  }

  /** @throws NodeAnswerError, UpstreamUnavailableError, AnswerTooLargeError */
  readJson(request: NodeRequest): Promise<ServedJson> {
    return this.pool.run(request, async (node, signal) => {
      const reply = await this.#request(node, { ...request, signal });
      return { json: this.#classify(node, request, reply), bytes: reply.bytes.length };
    });
  }

  /**
   * The bytes of an answer as the node sent them, its refusals included. A refusal of what another node may have is
   * returned when every node refuses.
   * @throws UpstreamUnavailableError, AnswerTooLargeError
   */
  async readBytes(request: NodeRequest, isElsewhere: IsElsewhere = () => false): Promise<ServedReply> {
    let refused: ServedReply | undefined;
    try {
      return await this.pool.run(request, async (node, signal) => {
        const reply = await this.#request(node, { ...request, signal });
        const refusal = this.#refusalOf(node, request, reply);
        if (refusal === undefined || !isElsewhere(refusal)) return { reply, node };
        refused ??= { reply, node };
        throw new NodeFailure(node.label, refusal.reason, { mayHaveArrived: true, isAnswer: true });
      });
    } catch (error) {
      if (error instanceof UpstreamUnavailableError && refused !== undefined) return refused;
      throw error;
    }
  }

  /**
   * One request to one node, which must be on the network's chain. A request whose deadline has passed is
   * not sent, and does not count as a failure of the node.
   * @throws NodeAnswerError, NodeFailure, AnswerTooLargeError
   */
  async requestFrom(node: UpstreamNode, request: NodeRequest): Promise<ServedJson> {
    if (request.signal?.aborted === true)
      throw new NodeFailure(node.label, 'was not asked: no time left', { mayHaveArrived: false });
    return this.pool.runAt(node, async () => {
      const reply = await this.#request(node, request);
      return { json: this.#classify(node, request, reply), bytes: reply.bytes.length };
    });
  }

  async #request(node: UpstreamNode, request: NodeRequest): Promise<NodeReply> {
    const startedMs = performance.now();
    try {
      return await node.request(request);
    } catch (error) {
      // A request that was ended because another node answered is no failure.
      if (request.signal?.aborted !== true) this.#count(node, request, 'failed');
      throw error;
    } finally {
      this.metrics?.upstreamSeconds.observe(
        { network: this.network, node: node.label },
        (performance.now() - startedMs) / 1000,
      );
    }
  }

  #refusalOf(node: UpstreamNode, request: NodeRequest, reply: NodeReply): NodeAnswerError | undefined {
    try {
      this.#classify(node, request, reply);
      return undefined;
    } catch (error) {
      if (error instanceof NodeAnswerError) return error;
      throw error;
    }
  }

  #classify(node: UpstreamNode, request: NodeRequest, reply: NodeReply): Raw {
    if (reply.status === TOO_MANY_REQUESTS) this.pool.recordBusy(node, reply.retryAfter);
    try {
      const json = classifyResponse(node.label, reply);
      this.#count(node, request, 'ok');
      return json;
    } catch (error) {
      this.#count(node, request, error instanceof NodeFailure ? 'failed' : 'refused');
      throw error;
    }
  }

  #count(node: UpstreamNode, { path, route }: NodeRequest, outcome: 'ok' | 'refused' | 'failed'): void {
    this.metrics?.upstreamRequests.inc({
      network: this.network,
      node: node.label,
      route: route ?? path,
      outcome,
    });
  }
}
