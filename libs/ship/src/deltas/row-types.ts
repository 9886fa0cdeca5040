import { ByteWriter } from '@app/antelope';
import {
  accountMetadata,
  accountRow,
  codeRow,
  type AccountMetadata,
  type AccountRow,
  type CodeRow,
} from '../rows/accounts';
import {
  contractIndex128,
  contractIndex256,
  contractIndex64,
  contractIndexDouble,
  contractIndexLongDouble,
  contractRow,
  contractTable,
  type ContractIndex,
  type ContractRow,
  type ContractTable,
} from '../rows/contract-rows';
import { globalProperty, type GlobalProperty } from '../rows/global-property';
import {
  permissionLinkRow,
  permissionRow,
  type PermissionLinkRow,
  type PermissionRow,
} from '../rows/permissions';
import {
  generatedTransaction,
  protocolState,
  type GeneratedTransaction,
  type ProtocolState,
} from '../rows/protocol';
import {
  resourceLimits,
  resourceLimitsConfig,
  resourceLimitsState,
  resourceUsage,
  type ResourceLimits,
  type ResourceLimitsConfig,
  type ResourceLimitsState,
  type ResourceUsage,
} from '../rows/resources';
import { decodeWith, variantOf, type Codec } from '../wire/codec';

/** The type of a row by the name of its table delta. */
export interface RowTypes {
  account: AccountRow;
  account_metadata: AccountMetadata;
  code: CodeRow;
  contract_table: ContractTable;
  contract_row: ContractRow;
  contract_index64: ContractIndex<bigint>;
  contract_index128: ContractIndex<bigint>;
  contract_index256: ContractIndex<Uint8Array>;
  contract_index_double: ContractIndex<number>;
  contract_index_long_double: ContractIndex<Uint8Array>;
  global_property: GlobalProperty;
  generated_transaction: GeneratedTransaction;
  protocol_state: ProtocolState;
  permission: PermissionRow;
  permission_link: PermissionLinkRow;
  resource_limits: ResourceLimits;
  resource_usage: ResourceUsage;
  resource_limits_state: ResourceLimitsState;
  resource_limits_config: ResourceLimitsConfig;
}

/** Name of a table delta whose rows decodeRow reads. */
export type RowTable = keyof RowTypes;

const v0 = <T>(table: RowTable, content: Codec<T>): Codec<T> => variantOf(0, table, content);

const ROWS: { readonly [Table in RowTable]: Codec<RowTypes[Table]> } = {
  account: v0('account', accountRow),
  account_metadata: v0('account_metadata', accountMetadata),
  code: v0('code', codeRow),
  contract_table: v0('contract_table', contractTable),
  contract_row: v0('contract_row', contractRow),
  contract_index64: v0('contract_index64', contractIndex64),
  contract_index128: v0('contract_index128', contractIndex128),
  contract_index256: v0('contract_index256', contractIndex256),
  contract_index_double: v0('contract_index_double', contractIndexDouble),
  contract_index_long_double: v0('contract_index_long_double', contractIndexLongDouble),
  global_property: globalProperty,
  generated_transaction: v0('generated_transaction', generatedTransaction),
  protocol_state: v0('protocol_state', protocolState),
  permission: v0('permission', permissionRow),
  permission_link: v0('permission_link', permissionLinkRow),
  resource_limits: v0('resource_limits', resourceLimits),
  resource_usage: v0('resource_usage', resourceUsage),
  resource_limits_state: v0('resource_limits_state', resourceLimitsState),
  resource_limits_config: v0('resource_limits_config', resourceLimitsConfig),
};

/** True when the name of a table delta is one whose rows decodeRow reads. */
export const isRowTable = (name: string): name is RowTable => Object.hasOwn(ROWS, name);

/** Reads a row of a table delta. Throws ValueError. */
export const decodeRow = <Table extends RowTable>(table: Table, data: Uint8Array): RowTypes[Table] =>
  decodeWith<RowTypes[Table]>(ROWS[table], data);

/** The data of a row of a table delta. */
export function encodeRow<Table extends RowTable>(table: Table, row: RowTypes[Table]): Uint8Array {
  const writer = new ByteWriter();
  const codec: Codec<RowTypes[Table]> = ROWS[table];
  codec.write(writer, row);
  return writer.finish();
}
