import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { Chain } from '../../../kernel/chain';
import type { AbiRecord } from '../../../kernel/accounts/abi-cache';
import type { AccountRecord } from '../../../kernel/accounts/account-record';
import { unknownKeyText } from '../../../kernel/sdk/errors/unknown-key';

/** The account, or nodeos' refusal; `what` ends the sentence "unable to retrieve account ...". */
export function requireAccount(chain: Chain, account: string, what: string): AccountRecord {
  return accountOr(chain, account, what, `unknown key (eosio::chain::name): ${account}`);
}

/** The same for get_account, where nodeos looks up another index first. */
export function requireAccountInfo(chain: Chain, account: string): AccountRecord {
  return accountOr(chain, account, 'info', unknownKeyText(['bool', 'eosio::chain::name'], ['0', account]));
}

function accountOr(chain: Chain, account: string, what: string, reason: string): AccountRecord {
  const found = chain.account(account);
  if (found !== undefined) return found;
  throw new ChainError('accountQuery', `unable to retrieve account ${what} (${reason})`);
}

/** The ABI of an account that must exist; undefined when it has none. For table queries. */
export function requireTableAbi(chain: Chain, code: string): AbiRecord | undefined {
  if (chain.account(code) === undefined) {
    throw new ChainError('accountQuery', `Fail to retrieve account for ${code}`);
  }
  return chain.abi(code);
}
