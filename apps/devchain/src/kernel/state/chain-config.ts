/** Consensus parameters with the member names of the protocol: the genesis state and the API use them unchanged. */
export interface ChainConfig {
  max_block_net_usage: bigint;
  target_block_net_usage_pct: number;
  max_transaction_net_usage: number;
  base_per_transaction_net_usage: number;
  net_usage_leeway: number;
  context_free_discount_net_usage_num: number;
  context_free_discount_net_usage_den: number;
  max_block_cpu_usage: number;
  target_block_cpu_usage_pct: number;
  max_transaction_cpu_usage: number;
  min_transaction_cpu_usage: number;
  max_transaction_lifetime: number;
  deferred_trx_expiration_window: number;
  max_transaction_delay: number;
  max_inline_action_size: number;
  max_inline_action_depth: number;
  max_authority_depth: number;
  max_action_return_value_size: number;
}

/**
 * nodeos' defaults, but for what a block may use: billing here is a model of cost, not measured time, and neither it
 * nor the size of blocks must be what bounds a development load.
 */
export const DEFAULT_CHAIN_CONFIG: ChainConfig = {
  max_block_net_usage: 4_194_304n,
  target_block_net_usage_pct: 1000,
  max_transaction_net_usage: 524_288,
  base_per_transaction_net_usage: 12,
  net_usage_leeway: 500,
  context_free_discount_net_usage_num: 20,
  context_free_discount_net_usage_den: 100,
  max_block_cpu_usage: 2_000_000,
  target_block_cpu_usage_pct: 1000,
  max_transaction_cpu_usage: 150_000,
  min_transaction_cpu_usage: 100,
  max_transaction_lifetime: 3600,
  deferred_trx_expiration_window: 600,
  max_transaction_delay: 3_888_000,
  max_inline_action_size: 524_288,
  max_inline_action_depth: 4,
  max_authority_depth: 6,
  max_action_return_value_size: 256,
};
