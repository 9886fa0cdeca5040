import { ToolError } from './request';
import { callNode } from './routes';
import { callTool } from './tools';

const HASH = /^[0-9a-f]{64}$/i;

export const isHash = (text: string): boolean => HASH.test(text);

/** Number of the block of an id; undefined where no node has such a block. @throws ToolError */
export async function blockOfId(network: string, id: string): Promise<number | undefined> {
  if (!isHash(id)) return undefined;
  const path = '/v1/chain/get_block';
  try {
    const { block_num } = await callNode<{ block_num: number }>(network, path, { block_num_or_id: id });
    return block_num;
  } catch (error) {
    // A node answers 400 for an id that is of none of its blocks.
    if (error instanceof ToolError && error.status === 400) return undefined;
    throw error;
  }
}

/** Whether a node knows a transaction of this id. @throws ToolError */
export async function isTransaction(network: string, id: string): Promise<boolean> {
  if (!isHash(id)) return false;
  const { status } = await callTool(network, 'get_transaction', { id: id.toLowerCase() });
  return status !== 'not_found';
}
