import type { Raw } from '../node/node-reply';
import type { Decoders } from '../verify/statements';
import { readAccount } from './answers/account';
import { readBlock } from './answers/block';
import { readRawAbi } from './answers/raw-abi';
import { readCurrencyBalance, readScopes, readTableRows } from './answers/tables';

/**
 * Reads of the state of the chain, each with the part of its answer that the state at a head determines. Members of a
 * node alone (the use of its CPU, the key of a page that does not follow, a member that only some versions have) are
 * left out.
 */
export const DECODERS: Decoders = new Map<string, (raw: Raw) => unknown>([
  ['/v1/chain/get_table_rows', decodedRows],
  ['/v1/chain/get_table_by_scope', readScopes],
  ['/v1/chain/get_currency_balance', readCurrencyBalance],
  ['/v1/chain/get_currency_stats', (raw) => raw],
  ['/v1/chain/get_account', decodedAccount],
  ['/v1/chain/get_raw_abi', readRawAbi],
  ['/v1/chain/get_block', readBlock],
]);

function decodedRows(raw: Raw): unknown {
  const { rows, more, nextKey } = readTableRows(raw, 0);
  return more ? { rows, more, nextKey } : { rows, more };
}

function decodedAccount(raw: Raw): unknown {
  const { name, createdMs, ram, permissions } = readAccount(raw);
  return {
    name,
    createdMs,
    ram,
    // Nodes before 2.1 state no linked actions.
    permissions: permissions.map((permission) => ({
      ...permission,
      linkedActions: undefined,
    })),
  };
}
