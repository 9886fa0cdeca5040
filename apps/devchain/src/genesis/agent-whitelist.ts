import { EXCHANGE, LENDING } from '../contracts/shared/account-names';
import { BTC, NATIVE, SHARES_CONTRACT, USDT } from '../contracts/shared/tokens';
/** Actions that an agent permission may sign: twelve. Source: the live chain's own agents. */
export const AGENT_WHITELIST: readonly (readonly [contract: string, action: string])[] = [
  [BTC.contract, 'transfer'],
  [USDT.contract, 'transfer'],
  [NATIVE.contract, 'transfer'],
  [SHARES_CONTRACT, 'transfer'],
  [EXCHANGE, 'cancelorder'],
  [LENDING, 'createvault'],
  [LENDING, 'genaddr'],
  [LENDING, 'borrowvar'],
  [LENDING, 'processqueue'],
  [LENDING, 'cancelloan'],
  [LENDING, 'withdraw'],
  [LENDING, 'cancelredeem'],
];
