import { symbolCodeToValue } from '@app/antelope';
import { struct } from '../../kernel/sdk/abi/containers';
import { asset, name } from '../../kernel/sdk/abi/scalars';
import { table } from '../../kernel/sdk/table';

/** Balances: the scope is the holder, the key the symbol code. */
export const balancesTable = table({
  name: 'accounts',
  row: struct('account', { balance: asset }),
  primaryKey: ({ balance }) => symbolCodeToValue(balance.symbol),
});

/** The tokens of the contract: scope and key are the symbol code. */
export const tokenStatsTable = table({
  name: 'stat',
  row: struct('currency_stats', { supply: asset, max_supply: asset, issuer: name }),
  primaryKey: ({ supply }) => symbolCodeToValue(supply.symbol),
});
