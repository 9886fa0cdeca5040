// Accounts of the development chain with a role. The system account is SYSTEM_ACCOUNT of the kernel; the accounts of the
// token contracts are in tokens.ts.

export const EXCHANGE = 'dex';
export const LENDING = 'loan';
export const ORACLE = 'oracle';
export const MULTISIG = 'eosio.msig';
export const BTC_BRIDGE = 'bridge';
export const VAULT_BRIDGE = 'vaults';
export type BridgeAccount = typeof BTC_BRIDGE | typeof VAULT_BRIDGE;

/** Reports Bitcoin payments to the bridges. On this chain it also simulates Bitcoin. */
export const RELAYER = 'relayer';

/** Buys the collateral of liquidated loans at the oracle price, with the USDT it has paid in as backstop. */
export const LIQUIDATOR = 'liquidator';
