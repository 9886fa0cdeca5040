/** A request and the answer of nodeos: status, message, error number and name, first particular. */
type Row = readonly [
  route: string,
  body: unknown,
  expected: readonly [status: number, message: string, code: number, name: string, detail: string | RegExp],
];

const NO_PARSE = 'Unable to parse valid input from POST body';
const invalid = [400, 'Invalid Request', 3200006, 'invalid_http_request', NO_PARSE] as const;
const tableQuery = (detail: string) =>
  [500, 'Internal Service Error', 3060003, 'contract_table_query_exception', detail] as const;
const unknownAccount = (detail: string | RegExp) =>
  [400, 'Account lookup', 3060002, 'account_query_exception', detail] as const;
const unknownBlock = (detail: string) =>
  [400, 'Unknown Block', 3100002, 'unknown_block_exception', detail] as const;
const blockId = (detail: string) =>
  [500, 'Internal Service Error', 3010008, 'block_id_type_exception', detail] as const;
const BAD_LENGTH = 'Invalid Block number or ID, must be greater than 0 and less than 65 characters';
const packed = (detail: string) =>
  [500, 'Internal Service Error', 3010010, 'packed_transaction_type_exception', detail] as const;
const badPack = packed('Invalid packed transaction');
const invalidRequest = (detail: string) =>
  [400, 'Invalid Request', 3200006, 'invalid_http_request', detail] as const;
const badName = (detail: string) =>
  [500, 'Internal Service Error', 3010001, 'name_type_exception', detail] as const;
const unknownKey = (what: string) =>
  unknownAccount(`unable to retrieve account ${what} (unknown key (eosio::chain::name): nosuch)`);
/** A transaction in JSON with one action, and what it is sent with. */
const inJson = (action: object) => ({ signatures: [], compression: 0, transaction: { actions: [action] } });
export const unsigned = { signatures: [], compression: 'none', packed_context_free_data: '' };
const rows = { code: 'btc.token', scope: 'alice', table: 'accounts' };

/** Requests that nodeos refuses, with its answer. */
export const REFUSED_REQUESTS: readonly Row[] = [
  [
    'get_account',
    { account_name: 'nosuch' },
    unknownAccount(/^unable to retrieve account info \(unknown key \(boost.*\(0 nosuch\)\)$/),
  ],
  ['get_account', { account_name: 'Nosuch' }, invalid],
  ['get_account', { account_name: 5 }, invalid],
  ['get_account', { account: 'alice' }, unknownAccount(/unknown key/)],
  ['get_account', { account_name: 'alice', expected_core_symbol: '4,gtt' }, invalid],
  ['get_account', { account_name: 'alice', expected_core_symbol: 'nonsense' }, invalid],
  ['get_abi', { account_name: 'nosuch' }, unknownKey('abi')],
  ['get_raw_abi', { account_name: 'nosuch' }, unknownKey('abi')],
  ['get_raw_abi', { account_name: 'alice', abi_hash: 'xyz' }, invalid],
  ['get_code', { account_name: 'nosuch' }, unknownKey('code')],
  [
    'get_code',
    { account_name: 'alice', code_as_wasm: 0 },
    [
      500,
      'Internal Service Error',
      3100008,
      'unsupported_feature',
      'Returning WAST from get_code is no longer supported',
    ],
  ],
  ['get_code_hash', { account_name: 'nosuch' }, unknownKey('code hash')],
  ['get_raw_code_and_abi', { account_name: 'nosuch' }, unknownKey('code/abi')],
  ['get_block', { block_num_or_id: 0 }, unknownBlock('Could not find block: 0')],
  ['get_block', { block_num_or_id: '99999999' }, unknownBlock('Could not find block: 99999999')],
  [
    'get_block',
    { block_num_or_id: 'ab'.repeat(32) },
    unknownBlock(`Could not find block: ${'ab'.repeat(32)}`),
  ],
  ['get_block', { block_num_or_id: 'xyz' }, blockId('Invalid block ID: xyz')],
  ['get_block', { block_num_or_id: '' }, blockId(BAD_LENGTH)],
  ['get_block', { block_num_or_id: 'a'.repeat(65) }, blockId(BAD_LENGTH)],
  ['get_block', { block_num_or_id: {} }, invalid],
  ['get_block', { block_num_or_id: -1 }, unknownBlock('Could not find block: -1')],
  [
    'get_block',
    { block_num_or_id: '99999999'.padStart(63, '0') },
    unknownBlock(`Could not find block: ${'99999999'.padStart(63, '0')}`),
  ],
  ['get_raw_block', { block_num_or_id: 99999999 }, unknownBlock('Could not find block: 99999999')],
  ['get_block_header', { block_num_or_id: 99999999 }, unknownBlock('Could not find block header: 99999999')],
  ['get_block_info', { block_num: 99999999 }, unknownBlock('Could not find block: 99999999')],
  ['get_block_info', { block_num: 'first' }, invalid],
  ['get_block_header_state', { block_num_or_id: 1 }, unknownBlock('Could not find reversible block: 1')],
  ['get_block_header_state', { block_num_or_id: 'xyz' }, blockId('Invalid block ID: xyz')],
  ['get_table_rows', { ...rows, code: 'nosuch' }, unknownAccount('Fail to retrieve account for nosuch')],
  ['get_table_rows', { ...rows, code: 'alice' }, tableQuery('Table accounts is not specified in the ABI')],
  ['get_table_rows', { ...rows, table: 'nosuch' }, tableQuery('Table nosuch is not specified in the ABI')],
  ['get_table_rows', { ...rows, table: 'Accounts' }, invalid],
  ['get_table_rows', { ...rows, limit: 'many' }, invalid],
  ['get_table_rows', { ...rows, index_position: 'zzz' }, tableQuery('Invalid index_position: zzz')],
  ['get_table_rows', { ...rows, index_position: 2 }, tableQuery('key type required for non-primary index')],
  ['get_table_rows', { ...rows, index_position: -1 }, tableQuery('key type required for non-primary index')],
  [
    'get_table_rows',
    { ...rows, index_position: 1.5 },
    tableQuery('Invalid index_position: 1.50000000000000000'),
  ],
  ['get_table_rows', { ...rows, reverse: '1' }, invalid],
  [
    'get_table_rows',
    { ...rows, index_position: 2, key_type: 'uint64_t' },
    tableQuery('Unsupported secondary index type: uint64_t'),
  ],
  [
    'get_table_rows',
    { ...rows, scope: 'No Scope' },
    [
      500,
      'Internal Service Error',
      3010000,
      'chain_type_exception',
      /^Could not convert scope string 'No Scope'/,
    ],
  ],
  [
    'get_table_rows',
    { ...rows, lower_bound: 'No Bound' },
    [500, 'Internal Service Error', 3010000, 'chain_type_exception', /^Could not convert lower_bound string/],
  ],
  [
    'get_table_rows',
    { ...rows, key_type: 'name', lower_bound: '99' },
    badName('Name not properly normalized (name: 99, normalized: ) '),
  ],
  [
    'get_currency_balance',
    { code: 'nosuch', account: 'alice' },
    unknownAccount('Fail to retrieve account for nosuch'),
  ],
  [
    'get_currency_balance',
    { code: 'alice', account: 'alice' },
    tableQuery('Table accounts is not specified in the ABI'),
  ],
  [
    'get_currency_stats',
    { code: 'nosuch', symbol: 'BTC' },
    unknownAccount('Fail to retrieve account for nosuch'),
  ],
  [
    'get_currency_stats',
    { code: 'alice', symbol: 'BTC' },
    tableQuery('Table stat is not specified in the ABI'),
  ],
  [
    'abi_json_to_bin',
    { code: 'nosuch', action: 'x', args: {} },
    [500, 'Internal Service Error', 3060004, 'contract_query_exception', "Contract can't be found nosuch"],
  ],
  [
    'abi_json_to_bin',
    { code: 'alice', action: 'x', args: {} },
    [500, 'Internal Service Error', 3015001, 'abi_not_found_exception', 'No ABI found for alice'],
  ],
  [
    'abi_json_to_bin',
    { code: 'btc.token', action: 'nosuch', args: {} },
    [
      500,
      'Internal Service Error',
      3050000,
      'action_validate_exception',
      'Unknown action nosuch in contract btc.token',
    ],
  ],
  [
    'abi_json_to_bin',
    { code: 'btc.token', action: 'transfer', args: { from: 'alice' } },
    [
      500,
      'Internal Service Error',
      3050002,
      'invalid_action_args_exception',
      /^'{"from":"alice"}' is invalid args for action 'transfer' code 'btc.token'. expected '\[{"name":"from"/,
    ],
  ],
  [
    'abi_bin_to_json',
    { code: 'nosuch', action: 'x', binargs: '' },
    [500, 'Internal Service Error', 0, 'exception', /^unknown key/],
  ],
  [
    'abi_bin_to_json',
    { code: 'btc.token', action: 'transfer', binargs: 'ff' },
    [500, 'Internal Service Error', 3015013, 'unpack_exception', /./],
  ],
  ['abi_bin_to_json', { code: 'btc.token', action: 'transfer', binargs: 'f' }, invalid],
  [
    'get_required_keys',
    { transaction: 'no', available_keys: [] },
    [500, 'Internal Service Error', 3010006, 'transaction_type_exception', 'Invalid transaction'],
  ],
  ['get_required_keys', { transaction: {}, available_keys: ['EOSnokey'] }, invalid],
  [
    'get_transaction_id',
    { actions: [{ data: {} }] },
    invalidRequest("Request supports only un-exploded 'data' (hex form)"),
  ],
  ['get_transaction_id', {}, invalidRequest('Transaction actions are missing or invalid')],
  ['get_transaction_id', { actions: 5 }, invalidRequest('Transaction actions are missing or invalid')],
  ['get_transaction_id', { actions: [5] }, invalidRequest('Transaction contains invalid or empty action')],
  ['get_transaction_id', [], invalidRequest('Transaction object is missing or invalid')],
  ['get_transaction_id', '{nope', invalidRequest('Invalid transaction')],
  ['get_transaction_id', { actions: [], expiration: 'never' }, invalidRequest('Invalid transaction')],
  [
    'get_transaction_id',
    { actions: [{ account: 'Bad' }] },
    badName('Name not properly normalized (name: Bad, normalized: .ad) '),
  ],
  ['get_transaction_status', {}, invalidRequest('Invalid transaction id')],
  ['get_transaction_status', { id: 'xyz' }, invalidRequest('Invalid transaction id')],
  ['get_transaction_status', { id: '00'.repeat(32) }, invalidRequest('Invalid transaction id')],
  ['get_transaction_status', '', invalidRequest('A Request body is required')],
  ['get_accounts_by_authorizers', { keys: ['nokey'] }, invalid],
  ['push_transaction', [], invalid],
  ['push_transaction', { compression: 'none', packed_trx: '00' }, packed('Missing signatures')],
  ['push_transaction', { signatures: [], packed_trx: '00' }, packed('Missing compression')],
  ['push_transaction', { signatures: [], compression: 'none' }, packed('Missing transaction')],
  ['push_transaction', { ...unsigned, packed_trx: 'zz' }, badPack],
  ['push_transaction', { ...unsigned, packed_trx: '00', compression: 'brotli' }, badPack],
  ['push_transaction', { ...unsigned, packed_trx: '00' }, badPack],
  [
    'push_transaction',
    { ...unsigned, packed_context_free_data: 'deadbeef', packed_trx: '00'.repeat(14) },
    badPack,
  ],
  ['push_transaction', inJson({ name: 'transfer', data: '' }), packed('Missing account')],
  ['push_transaction', inJson({ account: 'btc.token', data: '' }), packed('Missing name')],
  [
    'push_transaction',
    inJson({ account: 'btc.token', name: 'transfer' }),
    packed('Failed to deserialize data for btc.token:transfer'),
  ],
  [
    'push_transaction',
    inJson({
      account: 'btc.token',
      name: 'transfer',
      data: { from: 'alice', to: 'bob', quantity: '1.00000000 BTC' },
    }),
    [
      500,
      'Internal Service Error',
      3015014,
      'pack_exception',
      "Missing field 'memo' in input object while processing struct 'transfer'",
    ],
  ],
  [
    'push_transaction',
    inJson({ account: 'Btc', name: 'transfer', data: '' }),
    badName('Name not properly normalized (name: Btc, normalized: .tc) '),
  ],
  ['push_transaction', { ...unsigned, packed_trx: '0011', compression: 'zlib' }, badPack],
  ['send_transaction', { ...unsigned, packed_trx: '00'.repeat(14), signatures: ['SIG_K1_nothing'] }, badPack],
  ['send_transaction2', { transaction: { ...unsigned, packed_trx: '00' } }, badPack],
  ['compute_transaction', { transaction: { ...unsigned, packed_trx: '00' } }, badPack],
  ['send_read_only_transaction', { transaction: 5 }, badPack],
  ['push_transactions', { a: 1 }, invalid],
  ['push_transactions', ['x'], invalid],
  [
    'push_transactions',
    Array(1001).fill({}),
    [
      500,
      'Internal Service Error',
      3040012,
      'too_many_tx_at_once',
      'Attempt to push too many transactions at once',
    ],
  ],
];
