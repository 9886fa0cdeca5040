import { fail } from '@app/tooling';
import type { ChainClient } from '@app/upstream';

/**
 * Passes when the account exists: without rows, one that does is a normal, empty answer.
 * @throws ToolError UNKNOWN_ACCOUNT
 */
export async function requireAccount(
  chain: Pick<ChainClient, 'account' | 'network'>,
  account: string,
): Promise<void> {
  if ((await chain.account(account)) === undefined) fail('UNKNOWN_ACCOUNT', account, chain.network);
}
