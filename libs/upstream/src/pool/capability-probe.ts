import type { NodeCapability } from '@app/networks/node-config';
import { z } from 'zod';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { classifyResponse, type Raw } from '../node/node-reply';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';

/** Facts of a v2 node's /v2/health. */
export interface IndexHealth {
  /** Blocks that its index is behind the head of its chain; undefined where it does not say. */
  readonly blocksBehind: number | undefined;
  readonly hasStream: boolean;
}

const NO_TRANSACTION = '0'.repeat(64);

const supportedApis = z.object({ apis: z.array(z.string()) });
const health = z.object({
  health: z.array(
    z.looseObject({ service_data: z.looseObject({ head_offset: z.number().nullish() }).nullish() }),
  ),
  features: z.looseObject({ streaming: z.looseObject({ enable: z.boolean() }).optional() }).optional(),
});

/**
 * Capabilities of a node by its answers: its list of routes where it has one, else a request to a route of each. A
 * capability is missing in the result when the node did not answer. Never throws for errors of the node.
 */
export async function probeCapabilities(node: UpstreamNode): Promise<Map<NodeCapability, boolean>> {
  const [list, index] = await Promise.all([listedApis(node), probeIndex(node)]);
  const found = new Map<NodeCapability, boolean>();
  if (list !== undefined) found.set('chain', list === 'none' || servesChain(list));
  const apis = list === 'none' ? undefined : list;
  if (index !== undefined) {
    found.set('v2', index !== 'none');
    found.set('stream', index !== 'none' && index.hasStream);
  }
  const [trace, history] =
    apis === undefined
      ? await Promise.all([
          hasRoute(node, '/v1/trace_api/get_block', '{"block_num":1}'),
          hasRoute(node, '/v1/history/get_transaction', JSON.stringify({ id: NO_TRANSACTION })),
        ])
      : [hasListed(apis, '/v1/trace_api/'), hasListed(apis, '/v1/history/')];
  if (trace !== undefined) found.set('trace', trace);
  if (history !== undefined) found.set('history', history);
  return found;
}

/**
 * The state of a node's index by /v2/health: `none` where it has no such route, undefined when it did not answer. The
 * status words are not looked at: parts of the answer are cached for half an hour.
 */
export async function probeIndex(node: UpstreamNode): Promise<IndexHealth | 'none' | undefined> {
  const answer = await ask(node, { method: 'GET', path: '/v2/health', call: 'lookup' });
  if (answer.kind !== 'json') return answer.kind === 'no route' ? 'none' : undefined;
  const { success, data } = health.safeParse(answer.json);
  if (!success) return 'none';
  const offsets = data.health.flatMap(({ service_data: facts }) => facts?.head_offset ?? []);
  const blocksBehind = offsets.length === 0 ? undefined : Math.max(...offsets);
  return { blocksBehind, hasStream: data.features?.streaming?.enable === true };
}

/**
 * Whether a node serves the routes of the chain: all do that have no list of routes. A history node lists get_info alone,
 * which tells how current it is. Undefined when it did not answer. Never throws for errors of the node.
 */
export async function probeChain(node: UpstreamNode): Promise<boolean | undefined> {
  const list = await listedApis(node);
  return list === undefined ? undefined : list === 'none' || servesChain(list);
}

const GET_INFO = '/v1/chain/get_info';
const servesChain = (apis: readonly string[]): boolean =>
  apis.some((path) => path.startsWith('/v1/chain/') && path !== GET_INFO);

/** `none` where it has no such list, undefined when it did not answer. */
async function listedApis(node: UpstreamNode): Promise<readonly string[] | 'none' | undefined> {
  const path = '/v1/node/get_supported_apis';
  const answer = await ask(node, { method: 'GET', path, call: 'lookup' });
  if (answer.kind !== 'json') return answer.kind === 'failed' ? undefined : 'none';
  const { data } = supportedApis.safeParse(answer.json);
  return data === undefined || data.apis.length === 0 ? 'none' : data.apis;
}

const hasListed = (apis: readonly string[], prefix: string): boolean =>
  apis.some((path) => path.startsWith(prefix));

/** Undefined when the node did not answer. A refusal of anything but the route itself shows that it has the route. */
async function hasRoute(node: UpstreamNode, path: string, body: string): Promise<boolean | undefined> {
  const { kind } = await ask(node, { method: 'POST', path, body, call: 'lookup' });
  return kind === 'failed' ? undefined : kind !== 'no route';
}

type Answer =
  { readonly kind: 'json'; readonly json: Raw } | { readonly kind: 'refused' | 'no route' | 'failed' };

async function ask(node: UpstreamNode, request: NodeRequest): Promise<Answer> {
  try {
    const reply = await node.request({ ...request, signal: AbortSignal.timeout(node.pollTimeoutMs) });
    // A 404 of a proxy in front of the node, without a node's error body, is one of the route as well.
    if (reply.status === 404 && !isRefusalOfContent(reply.bytes.toString())) return { kind: 'no route' };
    return { kind: 'json', json: classifyResponse(node.label, reply) };
  } catch (error) {
    if (error instanceof NodeAnswerError || error instanceof AnswerTooLargeError) return { kind: 'refused' };
    if (error instanceof NodeFailure) return { kind: 'failed' };
    throw error;
  }
}

/** trace_api answers 404 for a block that it does not keep. */
const isRefusalOfContent = (text: string): boolean => /Trace API/i.test(text);
