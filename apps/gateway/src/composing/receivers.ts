import { ValueError } from '@app/antelope';
import type { ProfileWithoutTables, Role } from '@app/networks';
import type { ChainClient } from '@app/upstream';
import type { Warning } from './warnings';

/** Contracts whose memos the tools write, and refuse where they say nothing. */
const KNOWN_RECEIVERS: readonly Role[] = ['exchange', 'lending', 'btc_bridge'];

/**
 * Why tokens that are sent to an account cannot be returned; undefined for all other accounts. A vault belongs to the
 * lending contract, which moves nothing but CBTC out of it; a token contract and the system account send nothing back;
 * the null account of the chain, `<system>.null`, has no keys that could sign.
 */
export function whyTokensStayAt(profile: ProfileWithoutTables, account: string): string | undefined {
  if (profile.isVaultName(account))
    return `${account} is a vault, and tokens sent to it cannot be returned; to fund the vault, send bitcoin to its btc_address from get_vault`;
  const token = profile.tokens().find(({ contract }) => contract === account);
  if (token !== undefined)
    return `${account} is the contract of ${token.apiSymbol}, and tokens sent to it cannot be returned; name the account that should receive them`;
  if (profile.account('system') === account)
    return `${account} is the system account, and tokens sent to it cannot be returned; name the account that should receive them`;
  if (`${profile.account('system')}.null` === account)
    return `${account} is the null account, for which no key can sign, and tokens sent to it cannot be returned; name the account that should receive them`;
  return undefined;
}

/** The warning about a receiver whose code decides what becomes of the tokens: an account with an ABI, broken or not. */
export async function receiverWarnings(
  profile: ProfileWithoutTables,
  chain: Pick<ChainClient, 'abi'>,
  receiver: string,
): Promise<Warning[]> {
  if (KNOWN_RECEIVERS.some((role) => profile.account(role) === receiver)) return [];
  if (!(await hasAbi(chain, receiver))) return [];
  const message = `${receiver} is a contract: its code decides what becomes of the tokens, and may refuse or keep them`;
  return [{ code: 'receiver_is_contract', message }];
}

async function hasAbi(chain: Pick<ChainClient, 'abi'>, account: string): Promise<boolean> {
  try {
    return Boolean(await chain.abi(account));
  } catch (error) {
    if (error instanceof ValueError) return true;
    throw error;
  }
}
