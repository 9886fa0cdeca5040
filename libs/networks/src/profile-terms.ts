/** Symbols of the API, in the order answers show them. */
export const TOKEN_SYMBOLS = ['BTC', 'USDT', 'NATIVE', 'TPF', 'CBTC'] as const;
/** Form of the pairs of the API, which are keys of the profile. */
export const PAIR_PATTERN = '^[a-z][a-z0-9]{0,31}$';
/** Role of an account; the tools know no account of a contract by name. */
export const ROLES = [
  'system',
  'exchange',
  'lending',
  'btc_bridge',
  'vault_bridge',
  'oracle',
  'multisig',
] as const;

/** Actions the tools compose, with the placeholders that their data may use. */
export const ACTION_PLACEHOLDERS = {
  transfer: ['from', 'to', 'quantity', 'memo'],
  cancel_order: ['account', 'order_id', 'pair'],
  create_vault: ['account', 'vault'],
  generate_address: ['account', 'vault'],
  borrow: ['account', 'quantity', 'pool_id', 'max_apr_bps'],
  process_queue: ['account'],
  cancel_loan_request: ['account'],
  withdraw_collateral: ['account', 'quantity', 'btc_address'],
  cancel_redemption: ['account', 'id'],
} as const;

/** Memos the tools write, with the placeholders they may use. */
export const MEMO_PLACEHOLDERS = {
  order: ['side', 'quantity', 'price'],
  peg_out: ['btc_address'],
  lend: ['pool_id'],
  repay: ['account'],
  redeem: ['pool_id'],
} as const;

/** Placeholders that a memo cannot do without: what it says would be lost. */
export const NEEDED_IN_MEMO: Readonly<Record<MemoKey, readonly string[]>> = {
  ...MEMO_PLACEHOLDERS,
  repay: [],
};

/** The role that reads each memo. */
export const MEMO_ROLES: Readonly<Record<MemoKey, Role>> = {
  order: 'exchange',
  peg_out: 'btc_bridge',
  lend: 'lending',
  repay: 'lending',
  redeem: 'lending',
};

/** Values of the body that the registrar takes. */
export const REGISTRAR_PLACEHOLDERS = ['name', 'public_key'] as const;

/** Tables the tools read, with the placeholders of their scopes beyond the roles. */
export const TABLE_PLACEHOLDERS = {
  orders: ['pair'],
  trades: ['pair'],
  deposit_addresses: [],
  peg_out_fees: [],
  peg_outs_in_review: [],
  peg_outs_pending: [],
  peg_outs_completed: [],
  peg_outs_canceled: [],
  peg_ins: [],
  peg_ins_pending: [],
  bitcoin_chain: [],
  vault_addresses: [],
  vaults: [],
  pools: [],
  rate_curve: [],
  loans: [],
  completed_loans: [],
  loan_requests: [],
  redemption_queue: [],
  liquidations: [],
  finished_liquidations: [],
  prices: [],
  price_feeders: [],
  collateral_fees: [],
  vault_peg_ins_pending: [],
  vault_peg_outs_in_review: [],
  vault_peg_outs_pending: [],
} as const;
/**
 * All actions that the relay can ever accept (docs/reference/rules.md, relay). Everything
 * else, CBTC transfers, authority changes, the bridges and multisig among it, has no word here.
 */
export const RELAYED_TRANSFERS = ['BTC', 'USDT', 'NATIVE', 'TPF'] as const;
export const RELAYED_ACTIONS = [
  'cancel_order',
  'create_vault',
  'generate_address',
  'borrow',
  'process_queue',
  'cancel_loan_request',
  'withdraw_collateral',
  'cancel_redemption',
] as const;

/** Symbol of a token in requests and answers: one of TOKEN_SYMBOLS. */
export type ApiSymbol = (typeof TOKEN_SYMBOLS)[number];
/** Role of an account in a contract profile: one of ROLES. */
export type Role = (typeof ROLES)[number];
/** Key of an action in a contract profile. */
export type ActionKey = keyof typeof ACTION_PLACEHOLDERS;
/** Key of a transfer memo in a contract profile. */
export type MemoKey = keyof typeof MEMO_PLACEHOLDERS;
/** Key of a table in a contract profile. */
export type TableKey = keyof typeof TABLE_PLACEHOLDERS;
