import { symbolCodeToValue } from '@app/antelope';
import { ACTION_FIELDS } from '../../../apps/history/src/derive/action-writes';
import { TOP_HOLDERS } from '../../../apps/history/src/routes/get-top-holders';
import { VOTERS } from '../../../apps/history/src/routes/get-voters';
import { ROWS_AT_BLOCK } from '../../../apps/history/src/routes/table-rows/rows-at-block';
import { TOKENS_AT_BLOCK } from '../../../apps/history/src/routes/tokens-at-block';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import type {
  ActionQuery,
  DeltaQuery,
  LinkQuery,
  ProposalQuery,
} from '../../../apps/history/src/store/queries';
import { name, sampleId, START_MS } from '../../harness/history/sample-blocks';
import { CONTRACTS, FROM, USERS } from './planned-chain';

const PAGE = { order: 'desc', skip: 0, limit: 10, countUpTo: 100 } as const;
const actions = (query: Partial<ActionQuery>) => (reader: HistoryReader) =>
  reader.actions({ ...PAGE, ...query });
const deltas = (query: Partial<DeltaQuery>) => (reader: HistoryReader) =>
  reader.deltas({ ...PAGE, ...query });
const links = (query: Partial<LinkQuery>) => (reader: HistoryReader) => reader.links({ ...PAGE, ...query });
const proposals = (query: Partial<ProposalQuery>) => (reader: HistoryReader) =>
  reader.proposals({ ...PAGE, ...query });
const USER = name(USERS[3]!);
const TOKEN_CONTRACT = name('tokenb');
const TRANSFER = name('transfer');

/** A query, and the index of a table that its plan has to use. */
export type Case = [
  title: string,
  ask: (reader: HistoryReader) => Promise<unknown>,
  table: string,
  index: string,
];

/** Queries of the history. */
export const HISTORY_QUERIES: Case[] = [
  ['all actions', actions({}), 'action', 'primary'],
  [
    'actions of a range of blocks',
    actions({ range: { fromBlock: FROM, toBlock: FROM + 10 } }),
    'action',
    'primary',
  ],
  [
    'actions of a range of times',
    actions({ range: { fromTimeMs: START_MS + FROM * 500, toTimeMs: START_MS + FROM * 500 + 4000 } }),
    'block',
    'block_by_time',
  ],
  ['actions of an account', actions({ account: USER }), 'action_account', 'primary'],
  [
    'actions of an account in a range of blocks',
    actions({ account: USER, range: { fromBlock: FROM, toBlock: FROM + 10 } }),
    'action_account',
    'primary',
  ],
  [
    'actions of an account and a filter',
    actions({ account: USER, filters: [{ code: TOKEN_CONTRACT, name: TRANSFER }] }),
    'action_account',
    'action_account_by_account_type_seq',
  ],
  [
    'actions of an account and several filters',
    actions({ account: USER, filters: CONTRACTS.map((code) => ({ code: name(code), name: TRANSFER })) }),
    'action_account',
    'action_account_by_account_type_seq',
  ],
  [
    'actions of a filter',
    actions({ filters: [{ code: TOKEN_CONTRACT, name: TRANSFER }] }),
    'action',
    'action_by_type_seq',
  ],
  ['actions of a contract', actions({ filters: [{ code: name('eosio') }] }), 'action', 'action_by_type_seq'],
  ['actions of a name', actions({ filters: [{ name: TRANSFER }] }), 'action', 'action_by_type_seq'],
  ['a transaction', (reader) => reader.transaction(sampleId(FROM, 3)), 'trx', 'trx_by_id_prefix'],
  ['actions of a transaction', actions({ transactionId: sampleId(FROM, 3) }), 'trx', 'trx_by_id_prefix'],
  [
    'the largest holders of a token',
    (reader) =>
      reader.list(TOP_HOLDERS, {
        ...{ contract: TOKEN_CONTRACT, symbolCode: symbolCodeToValue('SYS'), skip: 0, limit: 10 },
      }),
    'token',
    'token_by_contract_symbol_units_account',
  ],
  ['a block', (reader) => reader.block(FROM), 'block', 'primary'],
  ['the actions of a block', (reader) => reader.blockTransactions(FROM), 'action', 'primary'],
  ...ACTION_FIELDS.map((field): Case => {
    const value = field === 'transfer.symbol' ? symbolCodeToValue('SYS') : USER;
    return [
      `actions by ${field}`,
      actions({ fields: [{ field, values: [value] }] }),
      'action_field',
      'primary',
    ];
  }),
  [
    'actions of an account by a member',
    actions({ account: USER, fields: [{ field: 'transfer.to', values: [name(USERS[5]!)] }] }),
    'action_field',
    'primary',
  ],
  [
    'deltas of a range of blocks',
    deltas({ range: { fromBlock: FROM, toBlock: FROM + 10 } }),
    'delta',
    'primary',
  ],
  ['deltas of a table', deltas({ code: TOKEN_CONTRACT, table: name('stat') }), 'delta', 'delta_by_tbl_seq'],
  ['deltas of a contract', deltas({ code: TOKEN_CONTRACT }), 'delta', 'delta_by_tbl_seq'],
  [
    'deltas of a table and a scope',
    deltas({ code: TOKEN_CONTRACT, table: name('stat'), scope: USER }),
    'delta',
    'delta_by_tbl_scope_seq',
  ],
  [
    'deltas of a row',
    deltas({ code: TOKEN_CONTRACT, table: name('stat'), scope: USER, primaryKey: 3n }),
    'delta',
    'delta_by_pk_tbl_scope_seq',
  ],
  [
    'deltas of a key in all scopes',
    deltas({ code: TOKEN_CONTRACT, table: name('stat'), primaryKey: 3n }),
    'delta',
    'delta_by_pk_tbl_scope_seq',
  ],
  [
    'removed rows of a table',
    deltas({ code: TOKEN_CONTRACT, table: name('stat'), present: false }),
    'delta',
    'delta_by_tbl_seq_where_present_0',
  ],
  [
    'removed rows of a scope',
    deltas({ code: TOKEN_CONTRACT, table: name('stat'), scope: USER, present: false }),
    'delta',
    'delta_by_scope_tbl_seq_where_present_0',
  ],
  ['removed rows', deltas({ present: false }), 'delta', 'delta_by_tbl_seq_where_present_0'],
  ['deltas of a payer', deltas({ payer: USER }), 'delta', 'delta_by_payer_seq'],
  [
    'rows of a scope as of a block',
    (reader) =>
      reader.answer(ROWS_AT_BLOCK, {
        ...{ code: TOKEN_CONTRACT, table: name('stat'), scope: USER, atBlock: FROM, limit: 10 },
      }),
    'delta',
    'delta_by_pk_tbl_scope_seq',
  ],
  [
    'rows of a scope that were removed since a block',
    (reader) =>
      reader.answer(ROWS_AT_BLOCK, {
        ...{ code: TOKEN_CONTRACT, table: name('stat'), scope: USER, atBlock: FROM, limit: 10 },
      }),
    'delta',
    'delta_by_scope_tbl_seq_where_present_0',
  ],
  [
    'balances that were removed since a block',
    (reader) => reader.answer(TOKENS_AT_BLOCK, { account: USER, atBlock: FROM, skip: 0, limit: 10 }),
    'delta',
    'delta_by_scope_tbl_seq_where_present_0',
  ],
];

/** Lists of the state, whose few rows PostgreSQL reads whole. */
export const STATE_QUERIES: Case[] = [
  ['links of an account', links({ account: USER }), 'link', 'primary'],
  ['links of a contract', links({ code: TOKEN_CONTRACT }), 'link', 'link_by_code_account_action'],
  ['links of an action', links({ action: name('actaaaa') }), 'link', 'link_by_action_account_code'],
  [
    'links of an action of a contract',
    links({ code: name('tokena'), action: name('actaaaa') }),
    'link',
    'link_by_code_action_account',
  ],
  [
    'links of a permission',
    links({ permission: name('payaaaa') }),
    'link',
    'link_by_permission_account_code_action',
  ],
  ['proposals of a proposer', proposals({ proposer: USER }), 'proposal', 'proposal_by_proposer_seq'],
  ['proposals of a name', proposals({ name: name('actaaaa') }), 'proposal', 'proposal_by_name_seq'],
  ['executed proposals', proposals({ status: 'executed' }), 'proposal', 'proposal_by_status_seq'],
  ['proposals of an actor', proposals({ accounts: [USER] }), 'proposal_actor', 'proposal_actor_by_actor_seq'],
  [
    'proposals that wait for an actor',
    proposals({ requested: { actor: USER } }),
    'proposal_actor',
    'proposal_actor_by_actor_seq',
  ],
  [
    'permissions that an account controls',
    (reader) => reader.controlledPermissions(USER, PAGE),
    'permission_account',
    'primary',
  ],
  [
    'voters of a producer',
    (reader) => reader.list(VOTERS, { ...PAGE, producers: [TOKEN_CONTRACT] }),
    'vote',
    'vote_by_producer_weight_owner',
  ],
  [
    'voters of two producers',
    (reader) => reader.list(VOTERS, { ...PAGE, producers: [TOKEN_CONTRACT, USER] }),
    'vote',
    'vote_by_producer_weight_owner',
  ],
  [
    'proxies that vote for a producer',
    (reader) => reader.list(VOTERS, { ...PAGE, producers: [TOKEN_CONTRACT], isProxy: true }),
    'voter',
    'voter_by_is_proxy_weight_owner',
  ],
];
