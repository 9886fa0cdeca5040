/** Tables that rules of the policy and Bitcoin addresses are read in, as keys of the profile's `tables`. */
export const RULE_TABLES = [
  'prices',
  'orders',
  'loans',
  'loan_requests',
  'vaults',
  'pools',
  'deposit_addresses',
  'vault_addresses',
] as const;
export type RuleTable = (typeof RULE_TABLES)[number];
