// Bytes of RAM a thing is billed with, measured on the reference node.

export const ACCOUNT_RAM_BYTES = 2048;
/** A permission without its keys, accounts and waits. */
export const PERMISSION_RAM_BYTES = 296;
export const LINK_RAM_BYTES = 144;
/** On top of a row's own bytes. */
export const ROW_RAM_BYTES = 112;
/** The first row of a (code, scope, table). */
export const TABLE_RAM_BYTES = 112;

/** A one-key permission is 338: 296, and 42 for the key. */
export const KEY_OVERHEAD_RAM_BYTES = 9;
export const ACCOUNT_FACTOR_RAM_BYTES = 24;
export const WAIT_FACTOR_RAM_BYTES = 16;

const INDEX_OVERHEAD_BYTES = 24 + 3 * 32;

/** An entry of a secondary index, by the width of its key. Source: eosio::chain::config, billable_size. */
export const INDEX_RAM_BYTES = {
  i64: INDEX_OVERHEAD_BYTES + 8,
  float64: INDEX_OVERHEAD_BYTES + 8,
  i128: INDEX_OVERHEAD_BYTES + 16,
  float128: INDEX_OVERHEAD_BYTES + 16,
  i256: INDEX_OVERHEAD_BYTES + 32,
  sha256: INDEX_OVERHEAD_BYTES + 32,
  ripemd160: INDEX_OVERHEAD_BYTES + 32,
} as const;
