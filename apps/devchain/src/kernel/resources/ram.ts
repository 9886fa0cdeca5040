import type { PublicKeyValue } from '@app/antelope';
import type { Authority } from '../sdk/authority';

// Bytes of RAM a thing is billed with. The fixed size of every kind is rounded up to a multiple of 16. Source:
// eosio::chain::config, billable_size and billable_alignment.

export const ACCOUNT_RAM_BYTES = 2048;
/** A permission without its keys, accounts and waits. */
export const PERMISSION_RAM_BYTES = 288;
export const LINK_RAM_BYTES = 144;
/** On top of a row's own bytes. */
export const ROW_RAM_BYTES = 112;
/** The first row of a (code, scope, table). */
export const TABLE_RAM_BYTES = 112;

/** On top of the key's own bytes, its type included: 50 for a K1 key, so that a one-key permission is 338. */
export const KEY_FACTOR_RAM_BYTES = 16;
export const ACCOUNT_FACTOR_RAM_BYTES = 32;
export const WAIT_FACTOR_RAM_BYTES = 16;

const ALIGNMENT = 16;
const INDEX_OVERHEAD_BYTES = 24 + 3 * 32;

/** An entry of a secondary index, by the width of its key. */
export const INDEX_RAM_BYTES = {
  i64: indexRamBytes(8),
  float64: indexRamBytes(8),
  i128: indexRamBytes(16),
  float128: indexRamBytes(16),
  i256: indexRamBytes(32),
  sha256: indexRamBytes(32),
} as const;

function indexRamBytes(keyBytes: number): number {
  return Math.ceil((INDEX_OVERHEAD_BYTES + keyBytes) / ALIGNMENT) * ALIGNMENT;
}

/** RAM of an authority's factors. */
export function authorityRamBytes({ keys, accounts, waits }: Authority): number {
  return (
    keys.reduce((sum, { key }) => sum + KEY_FACTOR_RAM_BYTES + packedKeyBytes(key), 0) +
    accounts.length * ACCOUNT_FACTOR_RAM_BYTES +
    waits.length * WAIT_FACTOR_RAM_BYTES
  );
}

/** Behind one byte for its type. */
function packedKeyBytes({ bytes }: PublicKeyValue): number {
  return 1 + bytes.length;
}
