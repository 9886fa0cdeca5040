import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { type ChainInfo, readInfo } from '../node/info';
import { classifyResponse } from '../node/node-reply';
import { UnreadableAnswerError } from '../node/parse-answer';
import type { UpstreamNode } from '../node/upstream-node';
import { probeChain } from './capability-probe';
import type { NodeHealth } from './node-health';
import { RepeatedTask } from './repeated-task';
import { askedAgain } from './stood-still';

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

/** @throws as readNodeInfo, never because the process stood still while the node was asked */
const polledInfo = (node: UpstreamNode): Promise<{ info: ChainInfo; pollMs: number }> =>
  askedAgain(node.pollTimeoutMs, async (signal) => {
    const startedMs = performance.now();
    const info = await readNodeInfo(node, signal);
    return { info, pollMs: performance.now() - startedMs };
  });

interface PollEvents {
  /** Called with the answer before it is recorded: the node is judged by what it said before until then. Must not reject. */
  readonly onAnswer: (info: ChainInfo) => Promise<void>;
  /** Called after every poll. Must not reject. */
  readonly onPolled: () => Promise<void>;
}

/**
 * The poll of one node's head. The first answered one also probes whether the node serves the chain, so that no request
 * of the chain goes to a history node whose capabilities are not configured. Never rejects for errors of the node.
 */
export function headPoller(
  health: NodeHealth,
  intervalMs: number,
  { onAnswer, onPolled }: PollEvents,
): RepeatedTask {
  let isProbed = health.abilities.isConfigured;
  const poll = async (): Promise<void> => {
    try {
      const [{ info, pollMs }, servesChain] = await Promise.all([
        polledInfo(health.node),
        isProbed ? undefined : probeChain(health.node),
      ]);
      isProbed = true;
      if (servesChain !== undefined) health.abilities.recordProbe(new Map([['chain', servesChain]]));
      const answeredMs = performance.now();
      await onAnswer(info);
      health.recordPoll(info, pollMs, performance.now() - answeredMs);
    } catch (error) {
      const why = whyUnusable(error);
      if (why === undefined) throw error;
      health.recordPollFailure(why);
    } finally {
      await onPolled();
    }
  };
  return new RepeatedTask(poll, intervalMs);
}
