import { abiBinToJson, abiJsonToBin } from './accounts/abi-conversion';
import { getAbi, getCode, getCodeHash, getRawAbi, getRawCodeAndAbi } from './accounts/abis';
import { getAccount } from './accounts/accounts';
import { getAccountsByAuthorizers, getRequiredKeys } from './accounts/authorizers';
import { getCurrencyBalance, getCurrencyStats } from './tables/balances';
import { getBlockHeaderState } from './blocks/block-header-state';
import { getBlock, getBlockHeader, getBlockInfo, getRawBlock } from './blocks/blocks';
import { getConsensusParameters, getInfo } from './blocks/chain-info';
import { getProducers, getProducerSchedule } from './blocks/producers';
import { getActivatedProtocolFeatures } from './blocks/protocol-features';
import { endpoint, type Endpoint, type InputRule, type Route } from '../nodeos/route';
import { getScheduledTransactions } from './transactions/scheduled-transactions';
import { getTableRows } from './tables/table-rows';
import { getTableByScope } from './tables/table-scopes';
import { getTransactionStatus } from './transactions/transaction-status';
import {
  computeTransaction,
  getTransactionId,
  pushTransaction,
  pushTransactions,
  sendReadOnlyTransaction,
  sendTransaction,
  sendTransaction2,
} from './transactions/transactions';

const read = (path: string, input: InputRule, endpoint: Endpoint): Route => ({
  ...endpoint,
  path,
  input,
  status: 200,
});
const send = (path: string, endpoint: Endpoint): Route => ({
  ...endpoint,
  path,
  input: 'required',
  status: 202,
});

/** Every route of a node, one row each. */
export const ROUTES: readonly Route[] = [
  read('/v1/chain/abi_bin_to_json', 'required', abiBinToJson),
  read('/v1/chain/abi_json_to_bin', 'required', abiJsonToBin),
  read('/v1/chain/compute_transaction', 'required', computeTransaction),
  read('/v1/chain/get_abi', 'required', getAbi),
  read('/v1/chain/get_account', 'required', getAccount),
  read('/v1/chain/get_accounts_by_authorizers', 'required', getAccountsByAuthorizers),
  read('/v1/chain/get_activated_protocol_features', 'optional', getActivatedProtocolFeatures),
  read('/v1/chain/get_block', 'required', getBlock),
  read('/v1/chain/get_block_header', 'required', getBlockHeader),
  read('/v1/chain/get_block_header_state', 'required', getBlockHeaderState),
  read('/v1/chain/get_block_info', 'required', getBlockInfo),
  read('/v1/chain/get_code', 'required', getCode),
  read('/v1/chain/get_code_hash', 'required', getCodeHash),
  read('/v1/chain/get_consensus_parameters', 'none', getConsensusParameters),
  read('/v1/chain/get_currency_balance', 'required', getCurrencyBalance),
  read('/v1/chain/get_currency_stats', 'required', getCurrencyStats),
  read('/v1/chain/get_info', 'none', getInfo),
  read('/v1/chain/get_producer_schedule', 'none', getProducerSchedule),
  read('/v1/chain/get_producers', 'required', getProducers),
  read('/v1/chain/get_raw_abi', 'required', getRawAbi),
  read('/v1/chain/get_raw_block', 'required', getRawBlock),
  read('/v1/chain/get_raw_code_and_abi', 'required', getRawCodeAndAbi),
  read('/v1/chain/get_required_keys', 'required', getRequiredKeys),
  read('/v1/chain/get_scheduled_transaction', 'required', getScheduledTransactions),
  read('/v1/chain/get_scheduled_transactions', 'required', getScheduledTransactions),
  read('/v1/chain/get_table_by_scope', 'required', getTableByScope),
  read('/v1/chain/get_table_rows', 'required', getTableRows),
  read('/v1/chain/get_transaction_id', 'text', getTransactionId),
  read('/v1/chain/get_transaction_status', 'text', getTransactionStatus),
  send('/v1/chain/push_transaction', pushTransaction),
  send('/v1/chain/push_transactions', pushTransactions),
  read('/v1/chain/send_read_only_transaction', 'required', sendReadOnlyTransaction),
  send('/v1/chain/send_transaction', sendTransaction),
  send('/v1/chain/send_transaction2', sendTransaction2),
  read(
    '/v1/node/get_supported_apis',
    'none',
    endpoint({}, () => ({ apis: ROUTES.map(({ path }) => path) })),
  ),
];
