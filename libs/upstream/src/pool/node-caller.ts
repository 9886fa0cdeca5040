import type { Tracing } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import { NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '../node/errors';
import { type ChainInfo, readInfo } from '../node/info';
import { checkResponse, classifyResponse, type Raw } from '../node/node-reply';
import type { NodeReply, NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { AttemptBounds, AttemptOptions } from './measured';
import type { NodePool } from './node-pool';
import { ObservedRequests } from './observed-requests';

/** A node's whole answer and the node that sent it. */
export interface ServedReply {
  readonly reply: NodeReply;
  readonly node: UpstreamNode;
}

/** A node's JSON, and how many bytes it came in. */
export interface ServedJson {
  readonly json: Raw;
  readonly bytes: number;
  /** Of the node when it was asked: that of get_info is in the answer. */
  readonly headBlock?: number | undefined;
  /** Addresses of the nodes that gave it. */
  readonly nodes: readonly string[];
}

/** A node's answer to a read; its refusal is one as well. */
export interface NodeAnswer {
  readonly node: UpstreamNode;
  readonly reply: NodeReply;
  readonly outcome: { readonly json: Raw } | { readonly refusal: NodeAnswerError };
}

/** Asks a node; `json` of its answer, where it was parsed. */
type Ask<T> = (
  node: UpstreamNode,
  signal: AbortSignal,
) => Promise<{ readonly answer: T; readonly json?: Raw }>;

/** Takes an answer of a node to a read. */
export type OnServed = (request: NodeRequest, node: UpstreamNode, reply: NodeReply) => void;

/** Whether another node may answer what this one refused: a route or a block that it does not keep. */
export type IsElsewhere = (refusal: NodeAnswerError) => boolean;

/** Whether an answer is of something else than what was asked for, which another node may have. */
export type IsOther = (reply: NodeReply) => boolean;

/** Classes of requests that clients cause with bytes of their own, or as many as they like. */
const CLIENTS: ReadonlySet<NodeRequest['call']> = new Set(['push', 'lookup']);
const GET_INFO = '/v1/chain/get_info';

/**
 * Sends requests to the nodes of a pool and reads their answers. A node's own refusal ends a call: another node would
 * refuse as well.
 */
export class NodeCaller {
  readonly #requests: ObservedRequests;
  #onServed: OnServed | undefined;

  constructor(
    readonly network: string,
    readonly pool: NodePool,
    metrics: ChainMetrics | undefined,
    tracing: Tracing | undefined,
  ) {
    this.#requests = new ObservedRequests(network, pool, metrics, tracing);
  }

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.pool.chainId;
  }

  /** All nodes, also those that are not read from, the fittest first. */
  nodes(): readonly UpstreamNode[] {
    return this.pool.nodes();
  }

  /** Without those that are cordoned, or rest as liars. */
  nodesInService(): readonly UpstreamNode[] {
    return this.pool.nodes().filter((node) => this.pool.isInService(node));
  }

  /** Those that take pushes: see NodePool.chainNodes. */
  chainNodes(): readonly UpstreamNode[] {
    return this.pool.chainNodes();
  }

  /** Calls `listener` with each answer to a read that is used, besides those of `answer`: it has to return at once. */
  onServed(listener: OnServed): void {
    this.#onServed = listener;
  }

  /** @throws NodeAnswerError, UpstreamUnavailableError, AnswerTooLargeError */
  readJson(request: NodeRequest): Promise<ServedJson> {
    return this.#run(request, async (node, signal) => {
      const reply = await this.#requests.send(node, request, signal);
      const json = this.#requests.read(node, request, reply, classifyResponse);
      this.#onServed?.(request, node, reply);
      const headBlock = request.path === GET_INFO ? infoOf(node, json).headBlockNum : reply.headBlock;
      return { answer: { json, bytes: reply.bytes.length, headBlock, nodes: [node.address] }, json };
    });
  }

  /**
   * As readJson, with the node that answered. Not for get_info.
   * @param onAsk called with each node before it is asked
   * @throws UpstreamUnavailableError, AnswerTooLargeError
   */
  answer(request: NodeRequest, onAsk: (node: UpstreamNode) => void = () => undefined): Promise<NodeAnswer> {
    return this.pool.run(request, (node, signal) => {
      onAsk(node);
      return this.#answerAt(node, request, signal);
    });
  }

  /** As `answer`, of one node. @throws NodeFailure, AnswerTooLargeError */
  answerFrom(node: UpstreamNode, request: NodeRequest, bounds?: AttemptBounds): Promise<NodeAnswer> {
    return this.pool.runAt(node, () => this.#answerAt(node, request, bounds?.signal), {
      bounds,
      counted: countedOf(request),
    });
  }

  /**
   * As `answer`, of a node whose answers may be compared with those of these nodes; undefined where none answers in time.
   */
  answerBeside(
    request: NodeRequest,
    nodes: readonly UpstreamNode[],
    deadlineMs: number,
  ): Promise<NodeAnswer | undefined> {
    const ask = (node: UpstreamNode, signal: AbortSignal): Promise<NodeAnswer> =>
      this.#answerAt(node, request, signal);
    return this.pool.runBeside(request, nodes, ask, deadlineMs);
  }

  async #answerAt(node: UpstreamNode, request: NodeRequest, signal?: AbortSignal): Promise<NodeAnswer> {
    const reply = await this.#requests.send(node, request, signal);
    try {
      return { node, reply, outcome: { json: this.#requests.read(node, request, reply, classifyResponse) } };
    } catch (refusal) {
      if (!(refusal instanceof NodeAnswerError)) throw refusal;
      return { node, reply, outcome: { refusal } };
    }
  }

  /**
   * The bytes of an answer as the node sent them, its refusals included. A refusal of what another node may have, or an
   * answer of something else, is returned when no node has it.
   * @throws UpstreamUnavailableError, AnswerTooLargeError
   */
  async readBytes(
    request: NodeRequest,
    isElsewhere: IsElsewhere = () => false,
    isOther: IsOther = () => false,
  ): Promise<ServedReply> {
    let refused: ServedReply | undefined;
    const passOver = (served: ServedReply, why: string): NodeFailure => {
      refused ??= served;
      return new NodeFailure(served.node.label, why, { mayHaveArrived: true, isAnswer: true });
    };
    try {
      return await this.#run(request, async (node, signal) => {
        const reply = await this.#requests.send(node, request, signal);
        const served = { reply, node };
        try {
          const read = request.path === GET_INFO ? classifyResponse : checkResponse;
          const json = this.#requests.read(node, request, reply, read);
          if (isOther(reply)) throw passOver(served, 'answered something else');
          this.#onServed?.(request, node, reply);
          return { answer: served, json };
        } catch (error) {
          if (!(error instanceof NodeAnswerError)) throw error;
          if (!isElsewhere(error)) return { answer: served };
          throw passOver(served, error.reason);
        }
      });
    } catch (error) {
      if (error instanceof UpstreamUnavailableError && refused !== undefined) return refused;
      throw error;
    }
  }

  /**
   * One request to one node, which must be on the network's chain. A request whose deadline has passed is
   * not sent, and does not count as a failure of the node.
   * @param onReply called with the bytes of every answer that arrived whole, before it is read
   * @throws NodeAnswerError, NodeFailure, AnswerTooLargeError
   */
  async requestFrom(
    node: UpstreamNode,
    request: NodeRequest,
    onReply?: (reply: NodeReply) => void,
    bounds?: AttemptBounds,
  ): Promise<ServedJson> {
    if (request.signal?.aborted === true)
      throw new NodeFailure(node.label, 'was not asked: no time left', { mayHaveArrived: false });
    return this.pool.runAt(
      node,
      async () => {
        const reply = await this.#requests.send(node, request, bounds?.signal);
        onReply?.(reply);
        return {
          json: this.#requests.read(node, request, reply, classifyResponse),
          bytes: reply.bytes.length,
          nodes: [node.address],
        };
      },
      { bounds, counted: countedOf(request) },
    );
  }

  /** Runs a read at the pool. */
  #run<T>(request: NodeRequest, ask: Ask<T>): Promise<T> {
    if (request.path === GET_INFO) return this.#runInfo(request, ask);
    return this.pool.run(request, async (node, signal) => (await ask(node, signal)).answer);
  }

  /**
   * The same of get_info. A head below one that was shown before is answered only when no node has more, also when all
   * are asked a second time: where answers take longer than a block, an older one may arrive after a newer one.
   */
  async #runInfo<T>(request: NodeRequest, ask: Ask<T>): Promise<T> {
    let best: { readonly headBlock: number; readonly answer: T } | undefined;
    try {
      return await this.pool.run(request, async (node, signal) => {
        const startedMs = performance.now();
        const { answer, json } = await ask(node, signal);
        if (json === undefined) return answer;
        const info = infoOf(node, json);
        const { headBlockNum: headBlock } = info;
        // A balancer in place of a node may ask one that is behind.
        if (headBlock < this.pool.consistency.requiredBlock) throw belowShown(node);
        if (await this.pool.showInfo(node, info, performance.now() - startedMs)) return answer;
        if (best === undefined || headBlock > best.headBlock) best = { headBlock, answer };
        throw belowShown(node);
      });
    } catch (error) {
      if (error instanceof UpstreamUnavailableError && best !== undefined) return best.answer;
      throw error;
    }
  }
}

/** Failures of a request to one node that say something of it. */
function countedOf({ call, isOfClient = false }: NodeRequest): AttemptOptions['counted'] {
  if (CLIENTS.has(call)) return 'unanswered';
  return isOfClient ? 'not refused bytes' : 'all';
}

const belowShown = ({ label }: UpstreamNode): NodeFailure =>
  new NodeFailure(label, 'its head is below one that was shown before', {
    mayHaveArrived: true,
    isAnswer: true,
    mayImprove: true,
  });

/** @throws NodeFailure when a node answers get_info with something else */
function infoOf(node: UpstreamNode, json: Raw): ChainInfo {
  try {
    return readInfo(json);
  } catch (cause) {
    throw new NodeFailure(node.label, 'does not answer get_info as a node does', {
      mayHaveArrived: true,
      cause,
    });
  }
}
