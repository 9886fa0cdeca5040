/** Actions that an agent permission may sign: twelve. Source: the live chain's own agents. */
export const AGENT_WHITELIST: readonly (readonly [contract: string, action: string])[] = [
  ['btc.token', 'transfer'],
  ['usdt.token', 'transfer'],
  ['eosio.token', 'transfer'],
  ['pool.token', 'transfer'],
  ['dex', 'cancelorder'],
  ['loan', 'createvault'],
  ['loan', 'genaddr'],
  ['loan', 'borrowvar'],
  ['loan', 'processqueue'],
  ['loan', 'cancelloan'],
  ['loan', 'withdraw'],
  ['loan', 'cancelredeem'],
];
