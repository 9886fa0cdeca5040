import { isJsonObject, type Json } from '@app/antelope';
import type { TableAddress } from '@app/networks';
import { type ChainClient, ROW_PAGE } from '@app/upstream';
import { nameBound } from '../formatting/name-bound';

/** The vaults in rows of the vault table, by owner; a row of another shape is no answer. */
export function vaultsIn(rows: readonly Json[]): Map<string, string> {
  const vaults = new Map<string, string>();
  for (const row of rows) {
    if (!isJsonObject(row)) continue;
    const { owner, vault } = row;
    if (typeof owner === 'string' && typeof vault === 'string' && vault !== '') vaults.set(owner, vault);
  }
  return vaults;
}

/**
 * The vaults of many owners, by owner. The table is sorted by owner, and names sort as their texts do: a page
 * answers for every owner that it reaches, and the next one begins at the first that it does not. So there are
 * never more reads than owners, and a table of one page takes one. For one owner it is the read of `Vaults.nameOf`.
 */
export async function readVaults(
  chain: Pick<ChainClient, 'tableRows'>,
  table: TableAddress,
  owners: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let waiting = [...new Set(owners)].sort();
  for (let [first] = waiting; first !== undefined; [first] = waiting) {
    const bounds = { lower_bound: nameBound(first), upper_bound: nameBound(waiting.at(-1) ?? first) };
    const limit = waiting.length === 1 ? 1 : ROW_PAGE;
    const { rows, more } = await chain.tableRows({ ...table, ...bounds, limit });
    const page = vaultsIn(rows);
    for (const [owner, vault] of page) if (waiting.includes(owner)) found.set(owner, vault);
    const reached = [...page.keys()].reduce((last, owner) => (owner > last ? owner : last), first);
    waiting = more ? waiting.filter((owner) => owner > reached) : [];
  }
  return found;
}
