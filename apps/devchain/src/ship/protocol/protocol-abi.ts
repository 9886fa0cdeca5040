import { STRUCTS } from './protocol-structs';

const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  request: ['get_status_request_v0', 'get_blocks_request_v0', 'get_blocks_ack_request_v0'],
  result: ['get_status_result_v0', 'get_blocks_result_v0'],
  action_receipt: ['action_receipt_v0'],
  action_trace: ['action_trace_v0', 'action_trace_v1'],
  partial_transaction: ['partial_transaction_v0'],
  transaction_trace: ['transaction_trace_v0'],
  transaction_variant: ['transaction_id', 'packed_transaction'],
  table_delta: ['table_delta_v0'],
  account: ['account_v0'],
  account_metadata: ['account_metadata_v0'],
  code: ['code_v0'],
  contract_table: ['contract_table_v0'],
  contract_row: ['contract_row_v0'],
  contract_index64: ['contract_index64_v0'],
  contract_index128: ['contract_index128_v0'],
  contract_index256: ['contract_index256_v0'],
  contract_index_double: ['contract_index_double_v0'],
  contract_index_long_double: ['contract_index_long_double_v0'],
  chain_config: ['chain_config_v0', 'chain_config_v1'],
  wasm_config: ['wasm_config_v0'],
  global_property: ['global_property_v0', 'global_property_v1'],
  generated_transaction: ['generated_transaction_v0'],
  activated_protocol_feature: ['activated_protocol_feature_v0'],
  protocol_state: ['protocol_state_v0'],
  permission: ['permission_v0'],
  permission_link: ['permission_link_v0'],
  resource_limits: ['resource_limits_v0'],
  usage_accumulator: ['usage_accumulator_v0'],
  resource_usage: ['resource_usage_v0'],
  resource_limits_state: ['resource_limits_state_v0'],
  resource_limits_ratio: ['resource_limits_ratio_v0'],
  elastic_limit_parameters: ['elastic_limit_parameters_v0'],
  resource_limits_config: ['resource_limits_config_v0'],
  block_signing_authority: ['block_signing_authority_v0'],
};
const TABLE_KEYS: Readonly<Record<string, readonly string[]>> = {
  account: ['name'],
  account_metadata: ['name'],
  code: ['vm_type', 'vm_version', 'code_hash'],
  contract_table: ['code', 'scope', 'table'],
  contract_row: ['code', 'scope', 'table', 'primary_key'],
  contract_index64: ['code', 'scope', 'table', 'primary_key'],
  contract_index128: ['code', 'scope', 'table', 'primary_key'],
  contract_index256: ['code', 'scope', 'table', 'primary_key'],
  contract_index_double: ['code', 'scope', 'table', 'primary_key'],
  contract_index_long_double: ['code', 'scope', 'table', 'primary_key'],
  global_property: [],
  generated_transaction: ['sender', 'sender_id'],
  protocol_state: [],
  permission: ['owner', 'name'],
  permission_link: ['account', 'code', 'message_type'],
  resource_limits: ['owner'],
  resource_usage: ['owner'],
  resource_limits_state: [],
  resource_limits_config: [],
};
const BASES: Readonly<Record<string, string>> = {
  transaction_receipt: 'transaction_receipt_header',
  signed_block_header: 'block_header',
  signed_block: 'signed_block_header',
  transaction: 'transaction_header',
};

/** The first message of a server: the types of the protocol, as Leap 5 sends them. */
export const PROTOCOL_ABI_TEXT: string = JSON.stringify({
  version: 'eosio::abi/1.1',
  types: [{ new_type_name: 'transaction_id', type: 'checksum256' }],
  structs: Object.entries(STRUCTS).map(([name, members]) => ({
    name,
    ...(BASES[name] === undefined ? {} : { base: BASES[name] }),
    fields: members.map((member) => {
      const [field, type] = member.split(' ');
      return { name: field, type };
    }),
  })),
  variants: Object.entries(VARIANTS).map(([name, types]) => ({ name, types })),
  tables: Object.entries(TABLE_KEYS).map(([name, key_names]) => ({ name, type: name, key_names })),
});
