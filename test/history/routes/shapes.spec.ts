import type { ServedChain } from '../../harness/history/served-chain';
import { describeRecordings } from '../../harness/recordings';
import { type Manifest, startLoadedChain } from '../integrity/load';
import { ENVELOPE, type Shape, shapeFaults, shapeOf, TOTAL } from './support/shapes';

const RECEIPT: Shape = {
  ...{ receiver: 'string', global_sequence: 'integer', recv_sequence: 'integer' },
  auth_sequence: [{ account: 'string', sequence: 'integer' }],
};
const AUTHORIZATION: Shape = [{ actor: 'string', permission: 'string' }];
const ACT: Shape = { account: 'string', name: 'string', authorization: AUTHORIZATION, data: 'any' };
const POSITION: Shape = { timestamp: 'string', block_num: 'integer', block_id: 'string' };
/** Members of the first action of a transaction, whose RAM changed. */
const ACTION: Shape = {
  ...{ '@timestamp': 'string', ...POSITION, trx_id: 'string', act: ACT, receipts: [RECEIPT] },
  ...{ cpu_usage_us: 'integer', net_usage_words: 'integer', global_sequence: 'integer', producer: 'string' },
  ...{ account_ram_deltas: [{ account: 'string', delta: 'integer' }], signatures: ['string'] },
  ...{ parent: 'integer', action_ordinal: 'integer', creator_action_ordinal: 'integer' },
};
const SIMPLE_ACTION: Shape = {
  ...{ block: 'integer', timestamp: 'string', irreversible: 'boolean', contract: 'string', action: 'string' },
  ...{ actors: 'string', notified: 'string', transaction_id: 'string', data: 'any' },
};
const LINK: Shape = { timestamp: 'string', permission: 'string', code: 'string', action: 'string' };
const TOKEN: Shape = { symbol: 'string', precision: 'integer', amount: 'number', contract: 'string' };
const APPROVAL: Shape = { actor: 'string', permission: 'string', time: 'string' };
const KEY_PERMISSION: Shape = {
  ...{ owner: 'string', block_num: 'integer', parent: 'string', last_updated: 'string', auth: 'any' },
  ...{ name: 'string', present: 'integer' },
};
const LEGACY_ACTION: Shape = {
  ...{
    account_action_seq: 'integer',
    global_action_seq: 'integer',
    block_num: 'integer',
    block_time: 'string',
  },
  action_trace: {
    ...{ action_ordinal: 'integer', creator_action_ordinal: 'integer', receipt: RECEIPT, receiver: 'string' },
    ...{ act: { ...ACT, hex_data: 'string' }, trx_id: 'string', block_num: 'integer', block_time: 'string' },
  },
};
const TRACE: Shape = {
  ...{ id: 'string', number: 'integer', previous_id: 'string', status: 'string', timestamp: 'string' },
  producer: 'string',
  transactions: [
    { id: 'string', actions: [{ receiver: 'string', account: 'string', action: 'string', data: 'any' }] },
  ],
};

type Query = Readonly<Record<string, string | number | boolean>>;

/** Each route, a request that has entries, and the members of its answer that clients of both generations read. */
const ANSWERS: [string, (load: Manifest) => Query, Shape][] = [
  [
    '/v2/history/get_actions',
    () => ({ filter: 'eosio:newaccount', account: 'eosio', limit: 5 }),
    { ...ENVELOPE, ...TOTAL, actions: [ACTION] },
  ],
  [
    '/v2/history/get_actions',
    () => ({ simple: true }),
    { ...ENVELOPE, ...TOTAL, hot_only: 'boolean', simple_actions: [SIMPLE_ACTION] },
  ],
  [
    '/v2/history/get_created_accounts',
    () => ({ account: 'eosio' }),
    {
      ...{ ...ENVELOPE, ...TOTAL, query_time: 'integer' },
      accounts: [{ name: 'string', timestamp: 'string', trx_id: 'string' }],
    },
  ],
  [
    '/v2/history/get_creator',
    ({ created: [account = ''] }) => ({ account }),
    {
      ...{ ...ENVELOPE, account: 'string', creator: 'string', timestamp: 'string', block_num: 'integer' },
      ...{ trx_id: 'string', indirect_creator: 'string' },
    },
  ],
  [
    '/v2/history/get_deltas',
    () => ({ code: 'btc.token', table: 'accounts' }),
    {
      ...{ ...ENVELOPE, ...TOTAL },
      deltas: [
        {
          ...{ ...POSITION, present: 'integer', code: 'string', scope: 'string', table: 'string' },
          ...{ primary_key: 'string', payer: 'string', data: 'any' },
        },
      ],
    },
  ],
  [
    '/v2/history/get_schedule',
    () => ({}),
    {
      ...{ ...ENVELOPE, timestamp: 'string', block_num: 'integer', proposed_block_num: 'integer' },
      version: 'integer',
      producers: [
        {
          ...{ producer_name: 'string', name: 'string', block_signing_key: 'string', legacy_key: 'string' },
          keys: ['string'],
        },
      ],
    },
  ],
  [
    '/v2/history/get_transaction',
    ({ transactionIds: [id = ''] }) => ({ id }),
    {
      ...ENVELOPE,
      executed: 'boolean',
      trx_id: 'string',
      cached_lib: 'boolean',
      actions: [{ act: ACT, ...POSITION }],
    },
  ],
  [
    '/v2/history/get_abi_snapshot',
    () => ({ contract: 'btc.token', fetch: true }),
    { ...ENVELOPE, block_num: 'integer', present: 'boolean', abi: { version: 'string', structs: 'any' } },
  ],
  [
    '/v2/state/get_account',
    () => ({ account: 'alice' }),
    {
      ...{ ...ENVELOPE, account: { account_name: 'string' }, links: [LINK], tokens: [TOKEN] },
      ...{ total_actions: 'integer', actions: [{ act: ACT, ...POSITION }] },
    },
  ],
  [
    '/v2/state/get_key_accounts',
    ({ keyOfCreated }) => ({ public_key: keyOfCreated, details: true }),
    { account_names: ['string'], permissions: [KEY_PERMISSION] },
  ],
  [
    '/v2/state/get_links',
    () => ({ account: 'alice' }),
    {
      ...ENVELOPE,
      ...TOTAL,
      links: [{ ...LINK, account: 'string', block_num: 'integer', irreversible: 'boolean' }],
    },
  ],
  [
    '/v2/state/get_proposals',
    () => ({ proposal: 'opened' }),
    {
      ...{ ...ENVELOPE, ...TOTAL },
      proposals: [
        {
          ...{ requested_approvals: [APPROVAL], provided_approvals: 'any', block_num: 'integer' },
          ...{ proposer: 'string', executed: 'boolean', proposal_name: 'string', primary_key: 'string' },
          ...{ expiration: 'string', trx: { actions: [ACT] } },
        },
      ],
    },
  ],
  ['/v2/state/get_tokens', () => ({ account: 'alice' }), { ...ENVELOPE, account: 'string', tokens: [TOKEN] }],
  [
    '/v2/state/get_voters',
    () => ({ producer: 'carol' }),
    {
      ...{ ...ENVELOPE, voter_count: 'integer' },
      voters: [
        {
          ...{ account: 'string', weight: 'number', last_vote: 'integer', data: { proxy: 'string' } },
          ...{ last_vote_block: 'integer', staked: 'integer', is_proxy: 'boolean', producers: ['string'] },
        },
      ],
    },
  ],
  [
    '/v2/health',
    () => ({}),
    {
      ...{ version: 'string', version_hash: 'string', host: 'string', query_time_ms: 'number' },
      health: [{ service: 'string', status: 'string', service_data: 'any', time: 'integer' }],
      features: {
        streaming: { enable: 'boolean', traces: 'boolean', deltas: 'boolean' },
        tables: { proposals: 'boolean', accounts: 'boolean', voters: 'boolean' },
        ...{ index_deltas: 'boolean', index_transfer_memo: 'boolean', index_all_deltas: 'boolean' },
        ...{ deferred_trx: 'boolean', failed_trx: 'boolean' },
        ...{ resource_limits: 'boolean', resource_usage: 'boolean' },
      },
    },
  ],
  [
    '/v1/history/get_actions',
    () => ({ account_name: 'alice' }),
    {
      ...{ query_time: 'integer', last_irreversible_block: 'integer', head_block_num: 'integer' },
      actions: [LEGACY_ACTION],
    },
  ],
  [
    '/v1/history/get_controlled_accounts',
    () => ({ controlling_account: 'bob' }),
    { controlled_accounts: ['string'] },
  ],
  [
    '/v1/history/get_key_accounts',
    ({ keyOfCreated }) => ({ public_key: keyOfCreated }),
    { account_names: ['string'] },
  ],
  ['/v1/trace_api/get_block', ({ firstBlock }) => ({ block_num: firstBlock }), { ...ENVELOPE, ...TRACE }],
];

/**
 * Differences from the recorded server, which is no Hyperion: former keys, hashes and positions that are not stored;
 * sequences and packed transactions as Hyperion has them; lists that may be empty.
 */
const NOT_SERVED =
  /^\.(?:permissions|prev_|controlled_auths|transaction_num)|\.(?:act_digest|closest_unnotified_ancestor_action_ordinal)\b|^\.trx\.trx\.(?:actions\[0\]\.data|signatures)|\.act\.data\b|^\.trx\.receipt\.trx\[1\]|\.auth_sequence\[|account_ram_deltas: no entries$/;

describe('shapes of the answers', () => {
  let served: ServedChain;
  let load: Manifest;

  beforeAll(async () => {
    ({ served, load } = await startLoadedChain());
  });
  afterAll(() => served.close());

  it.each(ANSWERS)('%s has the members and types that its clients read', async (route, query, shape) => {
    const { status, json } = await served.get(route, query(load));
    expect({ status, faults: shapeFaults(shape, json) }).toEqual({ status: 200, faults: [] });
  });

  describeRecordings('recorded answers of /v1/history', (recordings) => {
    const recorded = recordings.filter(
      ({ path, status }) => path?.startsWith('/v1/history/') && status === 200,
    );

    it('recorded answers of /v1/history exist for every route', () => {
      expect(new Set(recorded.map(({ path }) => path)).size).toBe(4);
    });

    it.each(recorded.map(({ path, body }) => [path ?? '', body] as const))(
      'the answer of %s has every member of the recorded one, with its type',
      async (route, body) => {
        const transfer = load.actions.find(({ name }) => name === 'transfer')!;
        const { json } = await served.post(route, {
          ...{ account_name: 'alice', controlling_account: 'bob', public_key: load.keyOfCreated },
          id: transfer.trxId,
        });
        const faults = shapeFaults(shapeOf(body), json).filter((fault) => !NOT_SERVED.test(fault));
        expect(faults).toEqual([]);
      },
    );
  });
});
