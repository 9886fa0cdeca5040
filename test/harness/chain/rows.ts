import { nameToValue } from '@app/antelope';
import { decode } from '../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import type { TableDefinition } from '../../../apps/devchain/src/kernel/sdk/table';

/** The rows of a table, decoded. */
export function rowsOf<R>(chain: Chain, code: string, scope: string, { name, row }: TableDefinition<R>): R[] {
  return Array.from(chain.table(code, nameToValue(scope), name)?.rows() ?? [], ({ value }) =>
    decode(row, value),
  );
}
