import { ByteWriter, type PublicKeyValue, writePublicKey } from '@app/antelope';
import { sha256 } from '../blocks/sha256';
import type { ChainConfig } from './chain-config';

/** Initial state of a chain; it determines the chain id. */
export interface GenesisState {
  readonly initialTimeMs: number;
  /** The key of the system account. */
  readonly initialKey: PublicKeyValue;
  readonly config: ChainConfig;
}

/** The chain id, 64 hex digits: the digest of the packed genesis state. Source: eosio::chain::genesis_state. */
export function chainIdOf({ initialTimeMs, initialKey, config }: GenesisState): string {
  const writer = new ByteWriter();
  writer.int64(BigInt(initialTimeMs) * 1000n);
  writePublicKey(writer, initialKey);
  writer.uint64(config.max_block_net_usage);
  for (const member of UINT32_MEMBERS) writer.uint32(config[member]);
  writer.uint16(config.max_inline_action_depth);
  writer.uint16(config.max_authority_depth);
  return sha256(writer.finish()).toString('hex');
}

const UINT32_MEMBERS = [
  'target_block_net_usage_pct',
  'max_transaction_net_usage',
  'base_per_transaction_net_usage',
  'net_usage_leeway',
  'context_free_discount_net_usage_num',
  'context_free_discount_net_usage_den',
  'max_block_cpu_usage',
  'target_block_cpu_usage_pct',
  'max_transaction_cpu_usage',
  'min_transaction_cpu_usage',
  'max_transaction_lifetime',
  'deferred_trx_expiration_window',
  'max_transaction_delay',
  'max_inline_action_size',
] as const satisfies readonly (keyof ChainConfig)[];
