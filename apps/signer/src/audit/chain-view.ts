import { z } from 'zod';
import { askNode } from '../chain/own-nodes';
import type { Reservation } from '../ledger/spending-rules';

const block = z.object({
  block_num: z.int(),
  transactions: z.array(z.object({ trx: z.string().or(z.object({ id: z.string() })) })),
});
const status = z.object({ state: z.string(), block_number: z.int().optional() });

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
  return (
    answer.block_num === blockNum &&
    answer.transactions.some(({ trx }) => (typeof trx === 'string' ? trx : trx.id) === id)
  );
}
