import type { Tracing } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import { NodeFailure } from '../node/errors';
import type { classifyResponse, Raw } from '../node/node-reply';
import type { NodeReply, NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodePool } from './node-pool';

const TOO_MANY_REQUESTS = 429;

/** Requests to nodes of one network, in metrics and traces. A node that refuses for its limit is reported to the pool. */
export class ObservedRequests {
  constructor(
    private readonly network: string,
    private readonly pool: NodePool,
    private readonly metrics: ChainMetrics | undefined,
    private readonly tracing: Tracing | undefined,
  ) {}

  /** @param signal of the pool, which bounds the time; undefined: the node bounds it */
  async send(node: UpstreamNode, request: NodeRequest, signal?: AbortSignal): Promise<NodeReply> {
    const startedMs = performance.now();
    const headBlock = this.pool.servedHead(node, request.capability ?? 'chain');
    const span = this.tracing?.beginCall(`${request.method} ${request.route ?? request.path}`, {
      'server.address': node.label,
      'gateway.network': this.network,
    });
    const sent = span === undefined ? request : { ...request, headers: span.headers };
    try {
      const reply = await (signal === undefined ? node.request(sent) : node.exchange(sent, signal));
      span?.end({ 'http.response.status_code': reply.status }, reply.status >= 500);
      return { ...reply, headBlock };
    } catch (error) {
      span?.end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true);
      // A request that was ended because another node answered is no failure.
      if ((signal ?? request.signal)?.aborted !== true) this.#count(node, request, 'failed');
      throw error;
    } finally {
      this.metrics?.upstreamSeconds.observe(
        { network: this.network, node: node.label },
        (performance.now() - startedMs) / 1000,
      );
    }
  }

  /** The content of an answer, counted. @throws NodeAnswerError, NodeFailure */
  read(node: UpstreamNode, request: NodeRequest, reply: NodeReply, read: typeof classifyResponse): Raw {
    if (reply.status === TOO_MANY_REQUESTS) this.pool.recordBusy(node, reply.retryAfter);
    try {
      const json = read(node.label, reply);
      this.#count(node, request, 'ok');
      return json;
    } catch (error) {
      this.#count(node, request, error instanceof NodeFailure ? 'failed' : 'refused');
      throw error;
    }
  }

  #count(node: UpstreamNode, { path, route }: NodeRequest, outcome: 'ok' | 'refused' | 'failed'): void {
    const { network } = this;
    this.metrics?.upstreamRequests.inc({ network, node: node.label, route: route ?? path, outcome });
  }
}
