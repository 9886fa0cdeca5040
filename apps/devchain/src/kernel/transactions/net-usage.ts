import type { ChainConfig } from '../state/chain-config';
import type { PackedTransactionInput } from './packed-transaction';

/** Fixed part of a packed transaction. Source: eosio::chain::config, fixed_net_overhead_of_packed_trx. */
const PACKED_OVERHEAD_BYTES = 16;
const SIGNATURE_BYTES = 66;
const WORD_BYTES = 8;

/** Bytes a transaction is billed with, as it travels: compressed bytes count compressed. */
export function netUsageBytes(packed: PackedTransactionInput, config: ChainConfig): number {
  const prunable =
    lengthBytes(packed.signatures.length) +
    SIGNATURE_BYTES * packed.signatures.length +
    lengthBytes(packed.packedContextFreeData.length) +
    packed.packedContextFreeData.length;
  const discounted = Math.ceil(
    (prunable * config.context_free_discount_net_usage_num) / config.context_free_discount_net_usage_den,
  );
  return config.base_per_transaction_net_usage + PACKED_OVERHEAD_BYTES + packed.packedTrx.length + discounted;
}

/** Rounded up to whole words, which is what is billed in the end. */
export function wholeWords(bytes: number): number {
  return Math.ceil(bytes / WORD_BYTES) * WORD_BYTES;
}

export function words(bytes: number): number {
  return Math.ceil(bytes / WORD_BYTES);
}

/** Bytes of the length in front of a list. */
function lengthBytes(length: number): number {
  let bytes = 1;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) bytes++;
  return bytes;
}
