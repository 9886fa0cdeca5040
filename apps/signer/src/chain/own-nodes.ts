import { type AbiJson, hexToBytes, type Layout, layoutsOf } from '@app/client';
import { z } from 'zod';
import { answeredJson } from '../answered-json';
import { Refusal } from '../refusal';
import { quoted } from '../visible-json';

/** A node has this long to state its head: it is asked before each signature. */
const NODE_TIMEOUT_MS = 5_000;
/** A node, or the clock, this far behind the other is of no use: what it dates would have expired. */
const LARGEST_DIFFERENCE_MS = 30_000;

export const info = z.object({
  chain_id: z.string(),
  head_block_time: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?$/)
    // Not the 13th month: comparisons with no number are false, whichever way round they are.
    .refine((text) => !Number.isNaN(Date.parse(`${text}Z`))),
  last_irreversible_block_num: z.int().nonnegative(),
  last_irreversible_block_id: z.string().regex(/^[0-9a-f]{64}$/),
});
const block = z.object({ id: z.string(), block_num: z.int() });
const statedAbi = z.object({ account_name: z.string(), abi: z.custom<AbiJson>().optional() });

type Info = z.infer<typeof info>;

/** A node with what it stated. */
interface Stated {
  readonly node: string;
  readonly stated: Info;
}

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
 * Asks all nodes. More than half of them must answer with a head of now: a late one counts as one without an answer. A node
 * of another chain is a mistake of the policy, and refuses; so does a clock that is behind all of them.
 * @param now clock, read when the nodes have answered
 * @throws Refusal
 */
export async function readPosition(
  nodes: readonly string[],
  chainId: string,
  now: () => number,
): Promise<ChainPosition> {
  const answers = await Promise.allSettled(
    nodes.map(async (node) => ({ node, stated: await readInfo(node) })),
  );
  const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  for (const { stated } of answered) assertChain(stated, chainId);
  const nowMs = now();
  const late = answered.map(({ stated }) => lateness(stated, nowMs));
  const found = answered.filter((_, index) => late[index] === undefined);
  if (2 * found.length <= nodes.length) {
    const cause = answers.find((answer) => answer.status === 'rejected')?.reason as unknown;
    const reasons = late.filter((reason) => reason !== undefined).map((reason) => `: ${reason}`);
    throw new Refusal('nodes', `${found.length} of ${nodes.length} nodes answer${reasons.join('')}`, {
      cause,
    });
  }
  const headTimes = found.map(({ stated }) => timeOf(stated));
  const ahead = Math.min(...headTimes) - nowMs;
  if (ahead > LARGEST_DIFFERENCE_MS)
    throw new Refusal('nodes', `the clock of this machine is ${Math.round(ahead / 1000)} s behind the nodes`);
  const id = Buffer.from(hexToBytes(await referenceBlock(found)));
  // Source: eosio::chain::transaction_header::set_reference_block.
  return {
    nodes: found.map(({ node }) => node),
    headTimes,
    refBlockNum: id.readUInt16BE(2),
    refBlockPrefix: id.readUInt32LE(8),
  };
}

/** The newest irreversible block that two nodes state, where there are two. @throws Refusal */
async function referenceBlock(found: readonly Stated[]): Promise<string> {
  const newestFirst = found.toSorted(
    (one, other) => other.stated.last_irreversible_block_num - one.stated.last_irreversible_block_num,
  );
  for (const candidate of newestFirst) {
    const others = newestFirst.filter((other) => other !== candidate);
    const words = await Promise.all(others.map((other) => confirms(other, candidate.stated)));
    if (others.length === 0 || words.includes(true)) return candidate.stated.last_irreversible_block_id;
  }
  throw new Refusal('nodes', 'no two nodes state the same irreversible block');
}

/** Whether an irreversible block is one for another node too. A node that cannot say it confirms nothing. */
async function confirms(
  { node, stated }: Stated,
  { last_irreversible_block_num: num, last_irreversible_block_id: id }: Info,
): Promise<boolean> {
  if (stated.last_irreversible_block_num < num) return false;
  if (stated.last_irreversible_block_num === num) return stated.last_irreversible_block_id === id;
  return (await blockIdAt(node, num).catch(() => undefined)) === id;
}

/** Id of a block of one node. @throws Error where it does not state this block */
export async function blockIdAt(node: string, num: number): Promise<string> {
  const stated = block.parse(await askNode(node, 'get_block_info', { block_num: num }));
  if (stated.block_num !== num)
    throw new Error(`get_block_info answers block ${stated.block_num} in place of ${num}`);
  return stated.id;
}

/** Head of a node as it states it. */
export type HeadInfo = Pick<Info, 'chain_id' | 'head_block_time'>;

/** Head time of a node of this chain that is not behind, milliseconds. @throws Refusal */
export function headTimeOf(stated: HeadInfo, chainId: string, nowMs: number): number {
  assertChain(stated, chainId);
  const late = lateness(stated, nowMs);
  if (late !== undefined) throw new Refusal('nodes', late);
  return timeOf(stated);
}

const timeOf = ({ head_block_time }: HeadInfo): number => Date.parse(`${head_block_time}Z`);

function assertChain({ chain_id }: HeadInfo, chainId: string): void {
  if (chain_id !== chainId) throw new Refusal('nodes', 'a node serves another chain');
}

/** How late a node is; undefined for one that is not. */
function lateness(stated: HeadInfo, nowMs: number): string | undefined {
  const behind = nowMs - timeOf(stated);
  return behind > LARGEST_DIFFERENCE_MS
    ? `a node is ${Math.round(behind / 1000)} s behind the clock`
    : undefined;
}

async function readInfo(node: string): Promise<Info> {
  return info.parse(await askNode(node, 'get_info', {}));
}

/** Why a node did not state something, as the end of a sentence: empty for no error. */
export function reasonText(cause: unknown): string {
  // The problems of a schema are a document of many lines.
  if (cause instanceof z.ZodError) return ': an answer has another form, or no such row';
  return cause instanceof Error ? `: ${cause.message}` : '';
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
  return answeredJson(answer, route);
}

/** Layouts of all actions of contracts, by `account::action`, as one node states their ABIs. */
export async function layoutsAt(node: string, contracts: readonly string[]): Promise<Record<string, Layout>> {
  const abis = await Promise.all(
    contracts.map(async (account_name) => {
      const stated = statedAbi.parse(await askNode(node, 'get_abi', { account_name }));
      if (stated.account_name !== account_name)
        throw new Error(`get_abi answers for ${quoted(stated.account_name)} in place of ${account_name}`);
      return [account_name, stated.abi ?? {}] as const;
    }),
  );
  return layoutsOf(Object.fromEntries(abis));
}
