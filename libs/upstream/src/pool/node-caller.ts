import type { Metrics } from '@app/operations';
import { ChainIdVerifier } from '../node/chain-id-verifier';
import { NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '../node/errors';
import type { NodeHeads } from './node-heads';
import { behindText } from './head-age';
import type { NodeSelector } from './node-selector';
import { classifyResponse, type Raw } from '../node/node-reply';
import type { NodeReply, NodeRequest, UpstreamNode } from '../node/upstream-node';

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

/**
 * Sends a request to one node, and to the next one after a failure of the infrastructure. A node's own refusal
 * ends the call: another node would refuse as well.
 */
export class NodeCaller {
  constructor(
    readonly network: string,
    private readonly selector: NodeSelector,
    private readonly verifier: ChainIdVerifier,
    readonly heads: NodeHeads,
    private readonly metrics: Metrics | undefined,
  ) {}

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.verifier.chainId;
  }

  /** All nodes, also those that are not read from. */
  nodes(): readonly UpstreamNode[] {
    return this.selector.all();
  }

  /** @throws NodeAnswerError, UpstreamUnavailableError, AnswerTooLargeError */
  async readJson(request: NodeRequest): Promise<ServedJson> {
    return this.#withFailover(async (node) => {
      const { json, bytes } = await this.requestFrom(node, request);
      return { json, bytes };
    });
  }

  /**
   * The bytes of an answer as the node sent them, its refusals included.
   * @throws UpstreamUnavailableError, AnswerTooLargeError
   */
  async readBytes(request: NodeRequest): Promise<ServedReply> {
    return this.#withFailover(async (node) => {
      const reply = await this.#request(node, request);
      try {
        this.#classify(node, request, reply);
      } catch (error) {
        if (!(error instanceof NodeAnswerError)) throw error;
      }
      return { reply, node };
    });
  }

  /**
   * One request to one node, which must be on the network's chain. A request whose deadline has passed is
   * not sent, and does not count as a failure of the node.
   * @throws NodeAnswerError, NodeFailure, AnswerTooLargeError
   */
  async requestFrom(node: UpstreamNode, request: NodeRequest): Promise<ServedJson> {
    if (request.signal?.aborted === true)
      throw new NodeFailure(node.host, 'was not asked: no time left', { mayHaveArrived: false });
    const reply = await this.#request(node, request);
    return { json: this.#classify(node, request, reply), bytes: reply.bytes.length };
  }

  async #withFailover<T>(ask: (node: UpstreamNode) => Promise<T>): Promise<T> {
    const failures: NodeFailure[] = [];
    for (const node of this.selector.readable()) {
      // A kept-alive connection may have been closed by the node: the same node is tried once more on a new one.
      for (const isLastTry of [false, true]) {
        try {
          return await ask(node);
        } catch (error) {
          if (!(error instanceof NodeFailure)) throw error;
          failures.push(error);
          if (isLastTry || !error.canRepeatHere) break;
        }
      }
    }
    throw new UpstreamUnavailableError(this.network, [...failures, ...this.#behind()]);
  }

  #behind(): NodeFailure[] {
    return [...this.heads.behindMs].map(
      ([{ host }, behindMs]) => new NodeFailure(host, behindText(behindMs), { mayHaveArrived: false }),
    );
  }

  async #request(node: UpstreamNode, request: NodeRequest): Promise<NodeReply> {
    const startedMs = performance.now();
    try {
      await this.verifier.ensure(node);
      return await node.request(request);
    } catch (error) {
      this.#count(node, request, 'failed');
      if (error instanceof NodeFailure) this.#recordFailure(node);
      throw error;
    } finally {
      this.metrics?.upstreamSeconds.observe(
        { network: this.network, node: node.host },
        (performance.now() - startedMs) / 1000,
      );
    }
  }

  #classify(node: UpstreamNode, request: NodeRequest, reply: NodeReply): Raw {
    try {
      const json = classifyResponse(node.host, reply);
      this.#count(node, request, 'ok');
      this.selector.recordSuccess(node);
      return json;
    } catch (error) {
      if (error instanceof NodeFailure) {
        this.#count(node, request, 'failed');
        this.#recordFailure(node);
      } else {
        this.#count(node, request, 'refused');
        this.selector.recordSuccess(node);
      }
      throw error;
    }
  }

  #recordFailure(node: UpstreamNode): void {
    this.selector.recordFailure(node);
    this.verifier.forget(node);
  }

  #count(node: UpstreamNode, { path, route }: NodeRequest, outcome: 'ok' | 'refused' | 'failed'): void {
    this.metrics?.upstreamRequests.inc({
      network: this.network,
      node: node.host,
      route: route ?? path,
      outcome,
    });
  }
}
