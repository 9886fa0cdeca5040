import { fail } from '@app/chain-tools';
import type { ChainAccount, ChainClient } from '@app/upstream';

/**
 * The account, which has to exist: one that does and has no rows is a normal, empty answer. Read before the rows: an
 * unknown name then costs one request to a node.
 * @throws ToolError UNKNOWN_ACCOUNT
 */
export async function requireAccount(
  chain: Pick<ChainClient, 'account' | 'network'>,
  account: string,
): Promise<ChainAccount> {
  return (await chain.account(account)) ?? fail('UNKNOWN_ACCOUNT', account, chain.network);
}
