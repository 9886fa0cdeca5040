import { createHash } from 'node:crypto';
import { NodeFailure } from '../node/errors';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller } from '../pool/node-caller';
import { closeOpening, type NodeOpening, openAtNode, type StreamRequest } from './open-at-node';

/** A stream and the node it was opened at. */
export interface OpenedStream {
  readonly node: UpstreamNode;
  readonly opening: NodeOpening;
}

const KEY_CHARACTERS = 10;
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Streams of the nodes of one network. */
export class NodeStreams {
  constructor(private readonly caller: NodeCaller) {}

  /**
   * Opens a stream at the best node that has the capability, at the next one when that fails.
   * @returns undefined when no node has the route; an answer with another status is the node's own refusal
   * @throws UpstreamUnavailableError
   */
  async open(request: StreamRequest, signal: AbortSignal): Promise<OpenedStream | undefined> {
    let isDecided = false;
    let isMissing = false;
    const opened = new Set<NodeOpening>();
    const route = { method: request.method, path: request.path, call: 'lookup', needsCurrent: true } as const;
    const bounds = { ...route, capability: 'stream', signal } as const;
    try {
      const winner = await this.caller.pool.run(bounds, async (node, ended) => {
        const opening = await openAtNode(node, request, ended);
        // A node that was late: another one has the stream.
        if (isDecided) closeOpening(opening);
        else opened.add(opening);
        const status = opening.kind === 'answer' ? (opening.answer.statusCode ?? 0) : 0;
        if (status === NOT_FOUND) {
          isMissing = true;
          throw new NodeFailure(node.label, 'has no stream', { mayHaveArrived: true, isAnswer: true });
        }
        if (status === TOO_MANY_REQUESTS) this.#recordBusy(node, opening);
        if (status >= SERVER_ERROR || status === TOO_MANY_REQUESTS)
          throw new NodeFailure(node.label, `answered HTTP ${status}`, { mayHaveArrived: true });
        return { node, opening };
      });
      opened.delete(winner.opening);
      return winner;
    } catch (error) {
      if (isMissing) return undefined;
      throw error;
    } finally {
      isDecided = true;
      for (const opening of opened) closeOpening(opening);
    }
  }

  /**
   * Opens a request of a session at its node.
   * @throws NodeFailure when no answer begins, or the node limits the rate: its limit is not the client's
   */
  async openAt(node: UpstreamNode, request: StreamRequest, signal: AbortSignal): Promise<OpenedStream> {
    const opening = await openAtNode(node, request, signal);
    if (opening.kind === 'answer' && opening.answer.statusCode === TOO_MANY_REQUESTS) {
      this.#recordBusy(node, opening);
      closeOpening(opening);
      throw new NodeFailure(node.label, 'is busy (HTTP 429)', { mayHaveArrived: false });
    }
    return { node, opening };
  }

  #recordBusy(node: UpstreamNode, opening: NodeOpening): void {
    if (opening.kind === 'answer') this.caller.pool.recordBusy(node, opening.answer.headers['retry-after']);
  }

  /** The node of a key that may still serve; undefined when there is none. */
  nodeOf(key: string): UpstreamNode | undefined {
    const node = this.caller.nodes().find((one) => streamKeyOf(one) === key);
    return node !== undefined && this.mayServe(node) ? node : undefined;
  }

  /** Whether a node that has open streams is not known to be behind, or on another chain or fork. Keeps it polled. */
  mayServe(node: UpstreamNode): boolean {
    this.caller.pool.use();
    return !this.caller.pool.isUnfit(node);
  }
}

/** Names a node within its network, for replicas that have the same configuration. It does not contain the URL. */
export function streamKeyOf({ label }: UpstreamNode): string {
  return createHash('sha256').update(label).digest('hex').slice(0, KEY_CHARACTERS);
}
