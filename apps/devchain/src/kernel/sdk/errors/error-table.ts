/** Kinds of failure as nodeos numbers, names and words them. Source: registry of the reference node. */
export const CHAIN_ERRORS = {
  unspecified: { code: 0, name: 'exception', what: 'unspecified' },
  parse: { code: 4, name: 'parse_error_exception', what: 'Parse Error' },
  outOfRange: { code: 8, name: 'out_of_range_exception', what: 'Out of Range' },
  // Of a C++ library, which nodeos passes on under the compiler's name of its type.
  malformedNumber: {
    code: 13,
    name: 'St13runtime_error',
    what: 'Unexpected content found while parsing character string.',
  },
  // Of push_transactions without a transaction: the first one is read before their number is.
  emptyBatch: {
    code: 13,
    name: 'St12out_of_range',
    what: 'vector::_M_range_check: __n (which is 0) >= this->size() (which is 0)',
  },
  assertion: { code: 10, name: 'assert_exception', what: 'Assert Exception' },
  chainType: { code: 3010000, name: 'chain_type_exception', what: 'chain type exception' },
  name: { code: 3010001, name: 'name_type_exception', what: 'Invalid name' },
  publicKey: { code: 3010002, name: 'public_key_type_exception', what: 'Invalid public key' },
  transactionType: { code: 3010006, name: 'transaction_type_exception', what: 'Invalid transaction' },
  abiType: { code: 3010007, name: 'abi_type_exception', what: 'Invalid ABI' },
  blockId: { code: 3010008, name: 'block_id_type_exception', what: 'Invalid block ID' },
  transactionId: { code: 3010009, name: 'transaction_id_type_exception', what: 'Invalid transaction ID' },
  packedTransaction: {
    code: 3010010,
    name: 'packed_transaction_type_exception',
    what: 'Invalid packed transaction',
  },
  asset: { code: 3010011, name: 'asset_type_exception', what: 'Invalid asset' },
  symbol: { code: 3010014, name: 'symbol_type_exception', what: 'Invalid symbol' },
  abiNotFound: { code: 3015001, name: 'abi_not_found_exception', what: 'No ABI found' },
  invalidTypeInsideAbi: {
    code: 3015004,
    name: 'invalid_type_inside_abi',
    what: 'The type defined in the ABI is invalid',
  },
  unpack: { code: 3015013, name: 'unpack_exception', what: 'Unpack data exception' },
  pack: { code: 3015014, name: 'pack_exception', what: 'Pack data exception' },
  transaction: { code: 3040000, name: 'transaction_exception', what: 'Transaction exception' },
  decompression: {
    code: 3040001,
    name: 'tx_decompression_error',
    what: 'Error decompressing transaction',
  },
  noAction: {
    code: 3040002,
    name: 'tx_no_action',
    what: 'Transaction should have at least one normal action',
  },
  noAuthorization: {
    code: 3040003,
    name: 'tx_no_auths',
    what: 'Transaction should have at least one required authority',
  },
  expired: { code: 3040005, name: 'expired_tx_exception', what: 'Expired Transaction' },
  expirationTooFar: {
    code: 3040006,
    name: 'tx_exp_too_far_exception',
    what: 'Transaction Expiration Too Far',
  },
  referenceBlock: { code: 3040007, name: 'invalid_ref_block_exception', what: 'Invalid Reference Block' },
  duplicate: { code: 3040008, name: 'tx_duplicate', what: 'Duplicate transaction' },
  tooManyAtOnce: {
    code: 3040012,
    name: 'too_many_tx_at_once',
    what: 'Pushing too many transactions at once',
  },
  unknownCompression: {
    code: 3040014,
    name: 'unknown_transaction_compression',
    what: 'Unknown transaction compression',
  },
  actionValidate: { code: 3050000, name: 'action_validate_exception', what: 'Action validate exception' },
  accountNameExists: {
    code: 3050001,
    name: 'account_name_exists_exception',
    what: 'Account name already exists',
  },
  invalidActionArguments: {
    code: 3050002,
    name: 'invalid_action_args_exception',
    what: 'Invalid Action Arguments',
  },
  assertMessage: {
    code: 3050003,
    name: 'eosio_assert_message_exception',
    what: 'eosio_assert_message assertion failure',
  },
  assertCode: {
    code: 3050004,
    name: 'eosio_assert_code_exception',
    what: 'eosio_assert_code assertion failure',
  },
  unaccessibleApi: {
    code: 3050007,
    name: 'unaccessible_api',
    what: 'Attempt to use unaccessible API',
  },
  inlineActionTooBig: {
    code: 3050009,
    name: 'inline_action_too_big',
    what: 'Inline Action exceeds maximum size limit',
  },
  unauthorizedRamIncrease: {
    code: 3050010,
    name: 'unauthorized_ram_usage_increase',
    what: 'Action attempts to increase RAM usage of account without authorization',
  },
  database: { code: 3060000, name: 'database_exception', what: 'Database exception' },
  permissionQuery: {
    code: 3060001,
    name: 'permission_query_exception',
    what: 'Permission Query Exception',
  },
  accountQuery: { code: 3060002, name: 'account_query_exception', what: 'Account Query Exception' },
  tableQuery: {
    code: 3060003,
    name: 'contract_table_query_exception',
    what: 'Contract Table Query Exception',
  },
  contractQuery: { code: 3060004, name: 'contract_query_exception', what: 'Contract Query Exception' },
  ramExceeded: {
    code: 3080001,
    name: 'ram_usage_exceeded',
    what: 'Account using more than allotted RAM usage',
  },
  netExceeded: {
    code: 3080002,
    name: 'tx_net_usage_exceeded',
    what: 'Transaction exceeded the current network usage limit imposed on the transaction',
  },
  blockNetExceeded: {
    code: 3080003,
    name: 'block_net_usage_exceeded',
    what: 'Transaction network usage is too much for the remaining allowable usage of the current block',
  },
  cpuExceeded: {
    code: 3080004,
    name: 'tx_cpu_usage_exceeded',
    what: 'Transaction exceeded the current CPU usage limit imposed on the transaction',
  },
  blockCpuExceeded: {
    code: 3080005,
    name: 'block_cpu_usage_exceeded',
    what: 'Transaction CPU usage is too much for the remaining allowable usage of the current block',
  },
  duplicateSignature: { code: 3090001, name: 'tx_duplicate_sig', what: 'Duplicate signature included' },
  irrelevantSignature: {
    code: 3090002,
    name: 'tx_irrelevant_sig',
    what: 'Irrelevant signature included',
  },
  unsatisfiedAuthorization: {
    code: 3090003,
    name: 'unsatisfied_authorization',
    what: 'Provided keys, permissions, and delays do not satisfy declared authorizations',
  },
  missingAuthorization: {
    code: 3090004,
    name: 'missing_auth_exception',
    what: 'Missing required authority',
  },
  irrelevantAuthorization: {
    code: 3090005,
    name: 'irrelevant_auth_exception',
    what: 'Irrelevant authority included',
  },
  invalidPermission: { code: 3090007, name: 'invalid_permission', what: 'Invalid Permission' },
  unlinkableAction: {
    code: 3090008,
    name: 'unlinkable_min_permission_action',
    what: 'The action is not allowed to be linked with minimum permission',
  },
  unknownBlock: { code: 3100002, name: 'unknown_block_exception', what: 'Unknown block' },
  subjectiveBlockProduction: {
    code: 3100006,
    name: 'subjective_block_production_exception',
    what: 'Subjective exception thrown during block production',
  },
  unsupportedFeature: {
    code: 3100008,
    name: 'unsupported_feature',
    what: 'Feature is currently unsupported',
  },
  invalidTablePayer: {
    code: 3160001,
    name: 'invalid_table_payer',
    what: 'The payer of the table data is invalid',
  },
  tableAccess: { code: 3160002, name: 'table_access_violation', what: 'Table access violation' },
  invalidTableIterator: {
    code: 3160003,
    name: 'invalid_table_iterator',
    what: 'Invalid table iterator',
  },
  tableOperation: {
    code: 3160005,
    name: 'table_operation_not_permitted',
    what: 'The table operation is not allowed',
  },
  invalidHttpRequest: { code: 3200006, name: 'invalid_http_request', what: 'invalid http request' },
  cryptoApi: { code: 3230001, name: 'crypto_api_exception', what: 'Crypto API Exception' },
  secondaryKey: { code: 3230002, name: 'db_api_exception', what: 'Database API Exception' },
} as const satisfies Record<string, ChainErrorKind>;

/** Number, name and fixed text of one kind of failure. */
export interface ChainErrorKind {
  readonly code: number;
  readonly name: string;
  readonly what: string;
}

export type ChainErrorName = keyof typeof CHAIN_ERRORS;
