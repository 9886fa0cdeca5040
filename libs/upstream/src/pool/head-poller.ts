import { setTimeout as delay } from 'node:timers/promises';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { type ChainInfo, readInfo } from '../node/info';
import { classifyResponse } from '../node/node-reply';
import { UnreadableAnswerError } from '../node/parse-answer';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeHealth } from './node-health';

/** A poll that takes longer is a failure: such a node would be late for every request. */
const POLL_DEADLINE_MS = 2_000;

/** Asks a node about itself. @throws NodeFailure, NodeAnswerError, UnreadableAnswerError, AnswerTooLargeError */
export async function readNodeInfo(node: UpstreamNode, signal?: AbortSignal): Promise<ChainInfo> {
  const reply = await node.request({
    method: 'POST',
    path: '/v1/chain/get_info',
    body: '{}',
    call: 'info',
    ...(signal === undefined ? {} : { signal }),
  });
  return readInfo(classifyResponse(node.label, reply));
}

/** Why a node cannot be used, in words without its name; undefined for an error that no node causes. */
export function whyUnusable(error: unknown): string | undefined {
  if (error instanceof NodeFailure) return error.why;
  if (error instanceof NodeAnswerError) return `refuses get_info: ${error.reason}`;
  if (error instanceof UnreadableAnswerError) return 'does not answer get_info as a node does';
  if (error instanceof AnswerTooLargeError) return 'answers get_info with too much';
  return undefined;
}

/** Polls one node's head in an interval while it is in use. */
export class HeadPoller {
  #stop: AbortController | undefined;
  #polling: Promise<void> | undefined;

  /** @param onPolled called after every poll */
  constructor(
    private readonly health: NodeHealth,
    private readonly intervalMs: number,
    private readonly onPolled: () => void,
  ) {}

  /** Starts polling unless it runs. */
  start(): void {
    if (this.#stop !== undefined) return;
    this.#stop = new AbortController();
    void this.#run(this.#stop.signal);
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }

  /** One poll; callers that ask while one runs wait for the same. Never throws for errors of the node. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.poll();
      // Ends with the process, and at once when it is stopped.
      await delay(this.intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #poll(): Promise<void> {
    const startedMs = performance.now();
    try {
      const info = await readNodeInfo(this.health.node, AbortSignal.timeout(POLL_DEADLINE_MS));
      this.health.recordPoll(info, performance.now() - startedMs);
    } catch (error) {
      const why = whyUnusable(error);
      if (why === undefined) throw error;
      this.health.recordPollFailure(why);
    } finally {
      this.onPolled();
    }
  }
}
