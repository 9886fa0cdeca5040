/** Tables that rules of the policy read, as keys of the profile's `tables`. */
export const RULE_TABLES = ['prices', 'orders', 'loans', 'loan_requests', 'vaults', 'pools'] as const;
export type RuleTable = (typeof RULE_TABLES)[number];
