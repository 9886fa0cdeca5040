import { struct } from '../../kernel/sdk/abi/containers';
import { uint64 } from '../../kernel/sdk/abi/integers';
import { name, timePointSec } from '../../kernel/sdk/abi/scalars';
import { table } from '../../kernel/sdk/table';
import { idKey, nameIndex } from '../shared/table-keys';

/** Vaults that wait for their address, in the scope of the vault bridge. */
export const addressRequestsTable = table({
  name: 'addrqueue',
  row: struct('addressrequest', { id: uint64, vault: name, requested_at: timePointSec }),
  primaryKey: idKey,
  indexes: [nameIndex('vault')],
});
