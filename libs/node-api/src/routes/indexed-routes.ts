import {
  ControlledAccountsBody,
  KeyAccountsBody,
  TraceBlockBody,
  TransactionTraceBody,
  V1ActionsBody,
  V1TransactionBody,
} from '../dto/history.dto';
import {
  AbiSnapshotQuery,
  AccountPageQuery,
  AccountQuery,
  ActionsQuery,
  DeltasQuery,
  IndexedTransactionQuery,
  ScheduleQuery,
  TransactionProofQuery,
} from '../dto/indexed.dto';
import { BlockNumQuery, BlocksQuery } from '../dto/blocks.dto';
import type { Type } from '@nestjs/common';
import { indexed, STATISTICS_SECONDS } from './indexed-route';
import { blockIn, type CachePolicy, HEAD, isFinalTrace, type NodeRoute, slow } from './node-route';

/** Clients ask for the health often, and it changes with every block. */
const HEALTH_SECONDS = 1;
/** The script of a stream changes with the version of the node only. */
const SCRIPT_SECONDS = 3_600;

const history = (name: string, summary: string, body: Type<object>): NodeRoute => ({
  path: `/v1/history/${name}`,
  methods: ['POST', 'GET'],
  body,
  capability: 'history',
  call: 'history',
  cache: HEAD,
  retry: 'read',
  errors: 'hyperion',
  summary,
});

const trace = (name: string, summary: string, body: Type<object>, cache: CachePolicy): NodeRoute => ({
  path: `/v1/trace_api/${name}`,
  methods: ['POST', 'GET'],
  body,
  capability: 'trace',
  call: 'history',
  cache,
  retry: 'read',
  errors: 'nodeos',
  summary,
});

/** The routes of /v1/history. Source: docs/reference/rules.md, mirror. */
export const HISTORY_ROUTES: readonly NodeRoute[] = [
  history('get_actions', 'Actions of an account', V1ActionsBody),
  history('get_controlled_accounts', 'Accounts that an account controls', ControlledAccountsBody),
  history('get_key_accounts', 'Accounts of a public key', KeyAccountsBody),
  history('get_transaction', 'A transaction with its traces', V1TransactionBody),
];

/** The routes of /v1/trace_api. */
export const TRACE_ROUTES: readonly NodeRoute[] = [
  trace(
    'get_block',
    'Traces of a block, by its number or id',
    TraceBlockBody,
    blockIn('block_num', isFinalTrace),
  ),
  trace('get_transaction_trace', 'Trace of a transaction', TransactionTraceBody, HEAD),
];

/** The routes of /v2/history, and the health. */
export const INDEXED_ROUTES: readonly NodeRoute[] = [
  indexed('health', 'Health of the node and its indexer', undefined, slow(HEALTH_SECONDS)),
  indexed('explorer_metadata', 'What an explorer shows of the chain', undefined, slow(HEALTH_SECONDS)),
  indexed('get_filters', 'Filters of the index: there are none', undefined, slow(HEALTH_SECONDS)),
  {
    ...indexed('history/check_transaction', 'Whether a transaction was executed', IndexedTransactionQuery),
    isMirrored: false,
  },
  indexed('history/get_abi_snapshot', 'ABI of a contract as of a block', AbiSnapshotQuery),
  indexed('history/get_actions', 'Actions', ActionsQuery),
  indexed('history/get_block', 'A block: producer, usage and number of transactions', BlockNumQuery),
  indexed('history/get_blocks', 'Blocks by producer, number of transactions or time', BlocksQuery),
  indexed('history/get_created_accounts', 'Accounts that an account created', AccountPageQuery),
  indexed('history/get_creator', 'Creator of an account', AccountQuery),
  indexed('history/get_deltas', 'Changed table rows', DeltasQuery),
  indexed('history/get_schedule', 'Producer schedule', ScheduleQuery, slow(STATISTICS_SECONDS)),
  indexed('history/get_transaction', 'All actions of a transaction', TransactionProofQuery),
];

/** The client script of the stream. */
export const STREAM_CLIENT: NodeRoute = {
  path: '/stream-client.js',
  methods: ['GET'],
  capability: 'stream',
  call: 'abi',
  cache: slow(SCRIPT_SECONDS),
  retry: 'read',
  errors: 'hyperion',
  summary: 'Client script of the stream',
  isScript: true,
};
