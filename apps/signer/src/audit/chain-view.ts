import { z } from 'zod';
import { askNode } from '../chain/own-nodes';
import type { Reservation } from '../ledger/spending-rules';

/** A history of the chain has this long for a page: it may read from a disk. */
const HISTORY_TIMEOUT_MS = 20_000;
const PAGE = 500;

const block = z.object({
  transactions: z.array(z.object({ trx: z.string().or(z.object({ id: z.string() })) })),
});
const status = z.object({ state: z.string(), block_number: z.int().optional() });
const actions = z.object({
  actions: z.array(
    z.object({
      trx_id: z.string(),
      block_num: z.int(),
      '@timestamp': z.string().optional(),
      timestamp: z.string().optional(),
      act: z.object({
        authorization: z.array(z.object({ actor: z.string(), permission: z.string() })).default([]),
      }),
    }),
  ),
});

/** The block in which one node has a transaction; undefined where it has none, or does not say. */
export async function executedAt(
  node: string,
  { id, blockNum }: Pick<Reservation, 'id' | 'blockNum'>,
): Promise<number | undefined> {
  if (blockNum !== null && (await hasInBlock(node, id, blockNum).catch(() => false))) return blockNum;
  const answer = await askNode(node, 'get_transaction_status', { id }).catch(() => undefined);
  const { success, data } = status.safeParse(answer);
  return success && ['IN_BLOCK', 'IRREVERSIBLE'].includes(data.state) ? data.block_number : undefined;
}

async function hasInBlock(node: string, id: string, blockNum: number): Promise<boolean> {
  const answer = block.parse(await askNode(node, 'get_block', { block_num_or_id: blockNum }));
  return answer.transactions.some(({ trx }) => (typeof trx === 'string' ? trx : trx.id) === id);
}

/** Transactions of a permission, as a history node has them. */
export interface SignedView {
  /** By transaction id. */
  readonly blocks: ReadonlyMap<string, number>;
  /** Time of the last action of the account that the node has, milliseconds; the beginning where it has none. */
  readonly lastMs: number;
}

/**
 * The transactions of an account that a permission authorized, from a history node.
 * @param signal ends the reading
 * @throws Error where the node does not answer, or not in the form of Hyperion
 */
export async function signedOnChain(
  historyNode: string,
  signer: { readonly account: string; readonly permission: string },
  sinceMs: number,
  signal?: AbortSignal,
): Promise<SignedView> {
  const blocks = new Map<string, number>();
  for (let from = sinceMs; ;) {
    const page = await actionsPage(historyNode, signer.account, from, signal);
    for (const { trx_id, block_num, act } of page)
      if (
        act.authorization.some(
          (each) => each.actor === signer.account && each.permission === signer.permission,
        )
      )
        blocks.set(trx_id, block_num);
    const last = page.at(-1);
    if (last === undefined) return { blocks, lastMs: from };
    const lastMs = Date.parse(`${(last['@timestamp'] ?? last.timestamp ?? '').replace(/Z$/, '')}Z`);
    if (page.length < PAGE) return { blocks, lastMs };
    // A millisecond before: whether the bound is part of the page differs between histories.
    const next = lastMs - 1;
    if (!(next > from)) throw new Error(`${historyNode} has more than ${PAGE} actions of one time`);
    from = next;
  }
}

async function actionsPage(
  historyNode: string,
  account: string,
  fromMs: number,
  signal?: AbortSignal,
): Promise<z.infer<typeof actions>['actions']> {
  const query = new URLSearchParams({
    ...{ account, sort: 'asc', limit: String(PAGE) },
    after: new Date(Math.max(0, fromMs)).toISOString(),
  });
  const answer = await fetch(`${historyNode.replace(/\/+$/, '')}/v2/history/get_actions?${query}`, {
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(HISTORY_TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  if (!answer.ok) throw new Error(`${historyNode}: get_actions answers ${answer.status}`);
  return actions.parse(await answer.json()).actions;
}
