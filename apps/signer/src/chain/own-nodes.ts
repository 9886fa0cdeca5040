import { hexToBytes } from '@app/client';
import { z } from 'zod';
import { Refusal } from '../refusal';

/** A node has this long to state its head: it is asked before each signature. */
const NODE_TIMEOUT_MS = 5_000;
/** A node this far behind the clock is of no use: what it dates would have expired. */
const OLDEST_HEAD_MS = 30_000;

export const info = z.object({
  chain_id: z.string(),
  head_block_time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?$/),
  last_irreversible_block_id: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The chain as the owner's nodes state it. */
export interface ChainPosition {
  /** Nodes whose chain and head were checked: tables are read at these alone. */
  readonly nodes: readonly string[];
  /** Head times of the nodes, milliseconds since 1970. */
  readonly headTimes: readonly number[];
  readonly refBlockNum: number;
  readonly refBlockPrefix: number;
}

/**
 * Asks all nodes. More than half of them must answer, for the right chain and with a head of now.
 * @throws Refusal
 */
export async function readPosition(
  nodes: readonly string[],
  chainId: string,
  nowMs: number,
): Promise<ChainPosition> {
  const answers = await Promise.allSettled(nodes.map(async (node) => ({ node, ...(await readInfo(node)) })));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  if (2 * found.length <= nodes.length) {
    const cause = answers.find((answer) => answer.status === 'rejected')?.reason as unknown;
    throw new Refusal('nodes', `${found.length} of ${nodes.length} nodes answer`, { cause });
  }
  const headTimes = found.map((each) => headTimeOf(each, chainId, nowMs));
  const [first] = found;
  const id = Buffer.from(hexToBytes(first?.last_irreversible_block_id ?? ''));
  // Source: eosio::chain::transaction_header::set_reference_block.
  return {
    nodes: found.map(({ node }) => node),
    headTimes,
    refBlockNum: id.readUInt16BE(2),
    refBlockPrefix: id.readUInt32LE(8),
  };
}

/** Head of a node as it states it. */
export type HeadInfo = Pick<z.infer<typeof info>, 'chain_id' | 'head_block_time'>;

/** Head time of a node of this chain that is not behind, milliseconds. @throws Refusal */
export function headTimeOf({ chain_id, head_block_time }: HeadInfo, chainId: string, nowMs: number): number {
  if (chain_id !== chainId) throw new Refusal('nodes', 'a node serves another chain');
  const headTime = Date.parse(`${head_block_time}Z`);
  const behind = nowMs - headTime;
  if (behind > OLDEST_HEAD_MS)
    throw new Refusal('nodes', `a node is ${Math.round(behind / 1000)} s behind the clock`);
  return headTime;
}

async function readInfo(node: string): Promise<z.infer<typeof info>> {
  return info.parse(await askNode(node, 'get_info', {}));
}

/** The answer of a route of the chain API of one node. */
export async function askNode(node: string, route: string, body: object): Promise<unknown> {
  const answer = await fetch(`${node.replace(/\/+$/, '')}/v1/chain/${route}`, {
    method: 'POST',
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(NODE_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`${route} answers ${answer.status}`);
  return answer.json();
}
