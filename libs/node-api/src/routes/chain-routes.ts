import type { Type } from '@nestjs/common';
import {
  AbiBinToJsonBody,
  AbiJsonToBinBody,
  AccountBody,
  AuthorizersBody,
  BlockBody,
  BlockHeaderBody,
  BlockNumberBody,
  CodeBody,
  CurrencyBalanceBody,
  CurrencyStatsBody,
  ProducersBody,
  ProtocolFeaturesBody,
  RawAbiBody,
  RequiredKeysBody,
  ScheduledTransactionBody,
  ScheduledTransactionsBody,
  TableByScopeBody,
  TableRowsBody,
  TransactionIdBody,
  TransactionStatusBody,
} from '../dto/chain.dto';
import { PackedTransactionBody, SendTransaction2Body, TransactionEnvelopeBody } from '../dto/transaction.dto';
import { blockIn, type CachePolicy, HEAD, NEVER, type NodeRoute, slow } from './node-route';

/** Seconds until changed code or a changed ABI is seen. */
const CODE_SECONDS = 5;
/** Seconds until a changed schedule of producers is seen. */
const SCHEDULE_SECONDS = 2;
/** Seconds until activated features are seen: they change with upgrades of the chain. */
const FEATURES_SECONDS = 60;

const chain = (
  name: string,
  summary: string,
  body: Type<object> | undefined,
  cache: CachePolicy,
  rest: Partial<NodeRoute> = {},
): NodeRoute => ({
  path: `/v1/chain/${name}`,
  methods: ['POST', 'GET'],
  ...(body === undefined ? {} : { body }),
  capability: 'chain',
  call: 'account',
  cache,
  retry: 'read',
  errors: 'nodeos',
  summary,
  ...rest,
});

const push = (name: string, summary: string, body: Type<object> | undefined): NodeRoute =>
  chain(name, summary, body, NEVER, {
    methods: ['POST'],
    call: 'push',
    retry: 'push',
  });

/** The routes of /v1/chain. Source: docs/reference/rules.md, mirror. */
export const CHAIN_ROUTES: readonly NodeRoute[] = [
  chain('get_info', 'Head, last irreversible block and version of the chain', undefined, HEAD, {
    call: 'info',
  }),
  chain('get_account', 'An account with its permissions and resources', AccountBody, HEAD),
  chain('get_abi', 'ABI of a contract as JSON', AccountBody, slow(CODE_SECONDS), { call: 'abi' }),
  chain('get_raw_abi', 'ABI of a contract, packed', RawAbiBody, slow(CODE_SECONDS), { call: 'abi' }),
  chain('get_code', 'Code of a contract with its hash', CodeBody, slow(CODE_SECONDS), { call: 'abi' }),
  chain('get_code_hash', 'Hash of the code of a contract', AccountBody, slow(CODE_SECONDS)),
  chain('get_raw_code_and_abi', 'Code and ABI of a contract, packed', AccountBody, slow(CODE_SECONDS), {
    call: 'abi',
  }),
  chain('get_block', 'A block with its transactions', BlockBody, blockIn('block_num_or_id'), {
    call: 'history',
  }),
  chain('get_raw_block', 'A block, packed', BlockBody, blockIn('block_num_or_id'), { call: 'history' }),
  chain('get_block_info', 'Header of a block', BlockNumberBody, blockIn('block_num')),
  chain('get_block_header', 'Signed header of a block', BlockHeaderBody, blockIn('block_num_or_id')),
  // By its number it is answered only while the block is reversible.
  chain('get_block_header_state', 'State of the header of a reversible block', BlockBody, HEAD),
  chain('get_table_rows', 'Rows of a table of a contract', TableRowsBody, HEAD, { call: 'table' }),
  chain('get_table_by_scope', 'Scopes of the tables of a contract', TableByScopeBody, HEAD, {
    call: 'table',
  }),
  chain('get_currency_balance', 'Token balances of an account', CurrencyBalanceBody, HEAD),
  chain('get_currency_stats', 'Supply and issuer of a token', CurrencyStatsBody, HEAD),
  chain('get_producers', 'Producers by votes', ProducersBody, slow(SCHEDULE_SECONDS), {
    call: 'table',
  }),
  chain('get_producer_schedule', 'Active, pending and proposed schedule', undefined, slow(SCHEDULE_SECONDS)),
  chain('get_scheduled_transaction', 'Deferred transactions', ScheduledTransactionBody, HEAD, {
    nodePath: '/v1/chain/get_scheduled_transactions',
  }),
  chain('get_scheduled_transactions', 'Deferred transactions', ScheduledTransactionsBody, HEAD),
  chain(
    'get_activated_protocol_features',
    'Activated protocol features',
    ProtocolFeaturesBody,
    slow(FEATURES_SECONDS),
  ),
  chain('get_accounts_by_authorizers', 'Permissions that keys or accounts satisfy', AuthorizersBody, HEAD),
  chain('get_consensus_parameters', 'Parameters of the consensus', undefined, slow(SCHEDULE_SECONDS)),
  chain('get_finalizer_info', 'Finalizers and their last votes', undefined, HEAD),
  chain('get_transaction_status', 'Where a transaction is', TransactionStatusBody, NEVER, { call: 'lookup' }),
  chain('get_required_keys', 'Which of the keys a transaction needs', RequiredKeysBody, NEVER),
  chain('get_transaction_id', 'Id of a transaction', TransactionIdBody, NEVER),
  chain('abi_json_to_bin', 'Packs the arguments of an action', AbiJsonToBinBody, NEVER),
  chain('abi_bin_to_json', 'Unpacks the arguments of an action', AbiBinToJsonBody, NEVER),
  chain('compute_transaction', 'Executes a transaction without applying it', TransactionEnvelopeBody, NEVER, {
    methods: ['POST'],
    call: 'compute',
  }),
  chain('send_read_only_transaction', 'Executes a read-only transaction', TransactionEnvelopeBody, NEVER, {
    methods: ['POST'],
    call: 'compute',
  }),
  push('push_transaction', 'Broadcasts a signed transaction; traces nested', PackedTransactionBody),
  push('send_transaction', 'Broadcasts a signed transaction', PackedTransactionBody),
  push('send_transaction2', 'Broadcasts a signed transaction with options', SendTransaction2Body),
  push('push_transactions', 'Broadcasts signed transactions in order', undefined),
];
