import { nameToValue } from '@app/antelope';
import type { DeltaWrite, TokenWrite } from './block-writes';
import { symbolCodeOf } from './symbol-code';

/** Table of balances. */
export const ACCOUNTS = nameToValue('accounts');
const ASSET_BYTES = 16;

interface Balance {
  readonly symbolCode: bigint;
  readonly precision: number;
  readonly units: bigint;
}

/** Balances: rows of tables named `accounts`. Source: eosio.token, table accounts, scope = holder. */
export const tokenWrites = (deltas: readonly DeltaWrite[]): TokenWrite[] =>
  deltas.flatMap(({ table, code, scope, present, ...row }): TokenWrite[] => {
    const balance = table === ACCOUNTS ? balanceOf(row) : undefined;
    if (balance === undefined) return [];
    const { units, ...token } = balance;
    return [{ account: scope, contract: code, ...token, units: present ? units : undefined }];
  });

/** The balance of a row that begins with an asset whose symbol code is its primary key; undefined for other rows. */
export function balanceOf({
  primaryKey,
  value,
}: Pick<DeltaWrite, 'primaryKey' | 'value'>): Balance | undefined {
  if (value.length < ASSET_BYTES) return undefined;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const symbol = view.getBigUint64(8, true);
  const symbolCode = symbolCodeOf(symbol);
  if (symbolCode === undefined || symbolCode !== primaryKey) return undefined;
  return { symbolCode, precision: Number(symbol & 0xffn), units: view.getBigInt64(0, true) };
}
