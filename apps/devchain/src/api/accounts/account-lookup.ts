import { ChainError } from '../../kernel/chain-error';
import type { Chain } from '../../kernel/chain';
import type { AbiRecord, AccountRecord } from '../../kernel/records';

/** The database key nodeos names when an account is not there; clients match on "unknown key". */
const NULL_TYPES = Array<string>(8).fill('boost::tuples::null_type').join(', ');
const UNKNOWN_KEY = `unknown key (boost::tuples::tuple<bool, eosio::chain::name, ${NULL_TYPES}>): (0 `;

/** The account, or nodeos' refusal; `what` ends the sentence "unable to retrieve account ...". */
export function requireAccount(chain: Chain, account: string, what: string): AccountRecord {
  const found = chain.account(account);
  if (found !== undefined) return found;
  throw new ChainError('accountQuery', `unable to retrieve account ${what} (${UNKNOWN_KEY}${account}))`);
}

/** The ABI of an account that must exist; undefined when it has none. For table queries. */
export function requireTableAbi(chain: Chain, code: string): AbiRecord | undefined {
  if (chain.account(code) === undefined) {
    throw new ChainError('accountQuery', `Fail to retrieve account for ${code}`);
  }
  return chain.abi(code);
}
