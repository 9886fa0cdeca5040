import { nameToValue } from '@app/antelope';
import type { DeltaWrite, TokenWrite } from './block-writes';
import { symbolCodeOf } from './symbol-code';

const ACCOUNTS = nameToValue('accounts');
const ASSET_BYTES = 16;

/**
 * Balances: rows of tables named `accounts` that begin with an asset whose symbol code is the primary key. Source:
 * eosio.token, table accounts, scope = holder.
 */
export function tokenWrites(deltas: readonly DeltaWrite[]): TokenWrite[] {
  return deltas.flatMap(({ table, code, scope, primaryKey, present, value }): TokenWrite[] => {
    if (table !== ACCOUNTS || value.length < ASSET_BYTES) return [];
    const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
    const symbol = view.getBigUint64(8, true);
    const symbolCode = symbolCodeOf(symbol);
    if (symbolCode === undefined || symbolCode !== primaryKey) return [];
    const units = present ? view.getBigInt64(0, true) : undefined;
    return [{ account: scope, contract: code, symbolCode, precision: Number(symbol & 0xffn), units }];
  });
}
