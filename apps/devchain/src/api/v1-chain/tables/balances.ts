import { type Asset, formatAsset, nameToValue, symbolCodeToValue } from '@app/antelope';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { Chain } from '../../../kernel/chain';
import { decode } from '../../../kernel/sdk/abi/abi-type';
import { struct } from '../../../kernel/sdk/abi/containers';
import { asset, name as nameType } from '../../../kernel/sdk/abi/scalars';
import { requireTableAbi } from '../accounts/account-lookup';
import { name, optional, text } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';
import { readSymbolCode } from '../values/symbol-code';
import { requireTable } from './table-definition';

const CORE_TOKEN = 'eosio.token';
const currencyStats = struct('currency_stats', { supply: asset, max_supply: asset, issuer: nameType });
const UPPER_CASE_CODE = /^[A-Z]{1,7}$/;

/** The balance of one token; undefined unless the account holds a row of exactly that symbol ("4,ABC"). */
export function coreBalanceOf(chain: Chain, account: string, symbol: string): string | undefined {
  const [precision, code = ''] = symbol.split(',');
  if (!UPPER_CASE_CODE.test(code)) return undefined;
  const row = chain.table(CORE_TOKEN, nameToValue(account), 'accounts')?.find(symbolCodeToValue(code));
  const balance = row && decode(asset, row.value);
  return balance !== undefined && String(balance.precision) === precision ? formatAsset(balance) : undefined;
}

export const getCurrencyBalance = endpoint(
  { code: name, account: name, symbol: optional(text()) },
  ({ chain }, { code, account, symbol }) => {
    requireTable(requireTableAbi(chain, code), 'accounts');
    const rows = chain.table(code, nameToValue(account), 'accounts')?.rows() ?? [];
    const balances: Asset[] = [];
    for (const row of rows) balances.push(assetOf(row.value));
    return balances
      .filter((balance) => symbol === undefined || balance.symbol === symbol.toUpperCase())
      .map(formatAsset);
  },
);

export const getCurrencyStats = endpoint({ code: name, symbol: text() }, ({ chain }, { code, symbol }) => {
  requireTable(requireTableAbi(chain, code), 'stat');
  const scope = readSymbolCode(symbol.toUpperCase());
  if (scope === undefined) throw new ChainError('symbol', 'invalid character in symbol name');
  const rows = chain.table(code, scope, 'stat')?.rows() ?? [];
  return Object.fromEntries(Array.from(rows, ({ value }) => formatStats(value)));
});

function formatStats(value: Uint8Array): [symbol: string, stats: object] {
  const { supply, max_supply: maximum, issuer } = decode(currencyStats, value);
  return [supply.symbol, { supply: formatAsset(supply), max_supply: formatAsset(maximum), issuer }];
}

/** Balance rows of any token contract begin with the asset. */
function assetOf(value: Uint8Array): Asset {
  try {
    return decode(asset, value);
  } catch {
    throw new ChainError('asset', 'Invalid data on table');
  }
}
