import { coreBalanceOf } from '../tables/balances';
import { requireAccountInfo } from './account-lookup';
import { name, optional, symbol } from '../../nodeos/parameters';
import { endpoint, type Node } from '../../nodeos/route';
import { formatInteger, formatTime } from '../values/nodeos-json';
import { systemRow } from './system-rows';
import { formatAuthority } from '../../../kernel/sdk/authority';
import type { AccountRecord, PermissionRecord } from '../../../kernel/accounts/account-record';
import type { BandwidthRecord } from '../../../kernel/resources/resource-ledger';

/** nodeos' epoch of block time, what it prints for "never". */
const NEVER = '2000-01-01T00:00:00.000';

export const getAccount = endpoint(
  { account_name: name, expected_core_symbol: optional(symbol) },
  (node, { account_name: accountName, expected_core_symbol: expectedSymbol }) => {
    const account = requireAccountInfo(node.chain, accountName);
    return {
      ...basics(node, account),
      ...coreBalance(node, accountName, expectedSymbol),
      ...limits(account),
      ...rest(node, account),
    };
  },
);

function basics({ chain }: Node, account: AccountRecord) {
  const head = chain.head();
  return {
    account_name: account.name,
    head_block_num: head.num,
    head_block_time: formatTime(head.timeMs),
    privileged: account.isPrivileged,
    last_code_update: formatTime(account.lastCodeUpdateMs),
    created: formatTime(account.createdMs),
  };
}

function coreBalance({ chain, coreSymbol }: Node, account: string, expectedSymbol: string | undefined) {
  const balance = coreBalanceOf(chain, account, expectedSymbol ?? coreSymbol);
  return balance === undefined ? {} : { core_liquid_balance: balance };
}

function limits(account: AccountRecord) {
  return {
    ram_quota: formatInteger(account.ramQuota),
    net_weight: formatInteger(account.netWeight),
    cpu_weight: formatInteger(account.cpuWeight),
    net_limit: formatBandwidth(account.net),
    cpu_limit: formatBandwidth(account.cpu),
    ram_usage: formatInteger(account.ramUsage),
    permissions: account.permissions.map(formatPermission),
  };
}

function rest({ chain }: Node, { name: account, anyLinkedActions }: AccountRecord) {
  return {
    total_resources: systemRow(chain, 'userres', account, account),
    self_delegated_bandwidth: systemRow(chain, 'delband', account, account),
    refund_request: systemRow(chain, 'refunds', account, account),
    voter_info: systemRow(chain, 'voters', 'eosio', account),
    rex_info: systemRow(chain, 'rexbal', 'eosio', account),
    subjective_cpu_bill_limit: {
      used: 0,
      available: 0,
      max: 0,
      last_usage_update_time: NEVER,
      current_used: 0,
    },
    eosio_any_linked_actions: anyLinkedActions,
  };
}

function formatBandwidth({ used, available, max, lastUsageUpdateMs, currentUsed }: BandwidthRecord) {
  return {
    used: formatInteger(used),
    available: formatInteger(available),
    max: formatInteger(max),
    last_usage_update_time: formatTime(lastUsageUpdateMs),
    current_used: formatInteger(currentUsed),
  };
}

const formatPermission = ({ name: permission, parent, authority, linkedActions }: PermissionRecord) => ({
  perm_name: permission,
  parent,
  required_auth: formatAuthority(authority),
  linked_actions: linkedActions,
});
