import { packTransaction, symbolCodeToValue } from '@app/antelope';
import {
  name,
  noteAction,
  SampleBlocks,
  sampleId,
  sampleKey,
  keyTextOf,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const KEY = sampleKey(5);
const CONTROLLED_KEY = sampleKey(6);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const permission = (owner: string, key: Uint8Array, controller?: string) => ({
  owner: name(owner),
  name: name('active'),
  parent: name('owner'),
  lastUpdatedMs: Date.UTC(2030, 0, 1),
  authority: {
    threshold: 1,
    keys: [{ key, weight: 1 }],
    accounts:
      controller === undefined ? [] : [{ actor: name(controller), permission: name('active'), weight: 1 }],
    waits: [],
  },
});

const token = (account: string, symbol: string, units: bigint, precision: number) => ({
  account: name(account),
  contract: name('sys.token'),
  symbolCode: symbolCodeToValue(symbol),
  precision,
  units,
});

const PROPOSED = packTransaction({
  expiration: '2030-02-01T00:00:00',
  ref_block_num: 1,
  ref_block_prefix: 2,
  max_net_usage_words: 0,
  max_cpu_usage_ms: 0,
  delay_sec: 0,
  context_free_actions: [],
  actions: [
    {
      account: 'sys.token',
      name: 'transfer',
      authorization: [{ actor: 'alice', permission: 'active' }],
      data: hexOf(transferAction('alice', 'bob', '1.0000 SYS').data),
    },
  ],
  transaction_extensions: [],
});

const voter = (owner: string, weight: number, producers: readonly string[], isProxy = false) => ({
  owner: name(owner),
  voter: {
    proxy: 0n,
    producers: producers.map(name),
    staked: 10_000_000_000n,
    lastVoteWeight: weight,
    proxiedVoteWeight: 0,
    isProxy,
  },
});

/** Made by bob in one block, with the event that closed it. */
const closedProposal = (proposal: string, kind: 'executed' | 'cancelled', globalSequence: bigint) => {
  const key = { proposer: name('bob'), name: name(proposal), globalSequence };
  return [
    { ...key, kind: 'proposed' as const, transaction: PROPOSED, requested: [] },
    { ...key, kind },
  ];
};

const schedule = (kind: 'proposed' | 'activated', version: number) => ({
  kind,
  version,
  producers: [{ name: name('producera'), threshold: 1, keys: [{ key: KEY, weight: 1 }] }],
});

function blocks() {
  const made = new SampleBlocks();
  return [
    made.next([], {
      abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }],
      permissions: [
        permission('eosio', KEY),
        permission('alice', KEY),
        permission('bob', CONTROLLED_KEY, 'alice'),
      ],
      tokens: [
        token('alice', 'SYS', 15_000n, 4),
        token('alice', 'BIG', 12_345_678_901_234_567_890n / 4n, 8),
        token('alice', 'WHOLE', 7n, 0),
        token('bob', 'SYS', 0n, 4),
      ],
    }),
    made.next([[noteAction('alice', 'create')]], {
      createdAccounts: [{ account: name('dave'), creator: name('alice'), globalSequence: 1000n }],
      links: [
        {
          account: name('alice'),
          code: name('sys.token'),
          action: name('transfer'),
          permission: name('pay'),
        },
        { account: name('alice'), code: name('dex'), action: 0n, permission: name('trade') },
        { account: name('bob'), code: name('dex'), action: 0n, permission: name('trade') },
      ],
      voters: [voter('alice', 2.5, ['producera', 'producerb']), voter('bob', 7.5, ['producera'], true)],
      schedules: [schedule('proposed', 2)],
    }),
    made.next([[noteAction('alice', 'propose')]], {
      proposals: [
        ...closedProposal('done', 'executed', 900n),
        ...closedProposal('withdrawn', 'cancelled', 901n),
        {
          kind: 'proposed',
          proposer: name('alice'),
          name: name('first'),
          globalSequence: 1001n,
          transaction: PROPOSED,
          requested: [
            { actor: name('bob'), permission: name('active') },
            { actor: name('carol'), permission: name('active') },
          ],
        },
        {
          kind: 'approved',
          proposer: name('alice'),
          name: name('first'),
          level: { actor: name('bob'), permission: name('active') },
          timeMs: Date.UTC(2030, 0, 1),
        },
      ],
      schedules: [schedule('activated', 2)],
      missedBlocks: [
        { producer: name('producera'), size: 12, scheduleVersion: 2, timeMs: Date.UTC(2030, 0, 1) },
        { producer: name('producerb'), size: 3, scheduleVersion: 2, timeMs: Date.UTC(2030, 0, 1, 0, 0, 6) },
      ],
    }),
  ];
}

describe('routes of the current state', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('GET /v2/state/get_tokens', () => {
    it('answers exact amounts with their precision', async () => {
      const { text, json } = await history.get('/v2/state/get_tokens', { account: 'alice' });
      expect(json).toMatchObject({
        account: 'alice',
        query_time_ms: expect.any(Number),
        tokens: [
          { symbol: 'BIG', precision: 8, contract: 'sys.token' },
          { symbol: 'SYS', precision: 4, amount: 1.5, contract: 'sys.token' },
          { symbol: 'WHOLE', precision: 0, amount: 7, contract: 'sys.token' },
        ],
      });
      expect(text).toContain('"amount":30864197253.08641972,');
    });

    it('limit and skip page, and account is required', async () => {
      const { json } = await history.get('/v2/state/get_tokens', { account: 'alice', skip: 1, limit: 1 });
      expect(json).toMatchObject({ tokens: [{ symbol: 'SYS' }] });
      expect((await history.get('/v2/state/get_tokens')).status).toBe(400);
      expect((await history.get('/v2/state/get_tokens', { account: 'nobody' })).json).toMatchObject({
        tokens: [],
      });
    });
  });

  describe('/v2/state/get_key_accounts and /v1/history/get_key_accounts', () => {
    const text = keyTextOf(KEY);

    it('answers the accounts of a key in any of its texts', async () => {
      const { json } = await history.get('/v2/state/get_key_accounts', { public_key: text });
      expect(json).toEqual({ account_names: ['alice', 'eosio'] });
      expect((await history.post('/v2/state/get_key_accounts', { public_key: text })).json).toEqual(json);
      expect((await history.post('/v1/history/get_key_accounts', { public_key: text })).json).toEqual(json);
    });

    it('details=true adds the permissions', async () => {
      const { json } = await history.get('/v2/state/get_key_accounts', { public_key: text, details: true });
      expect(json).toMatchObject({
        permissions: [
          {
            owner: 'alice',
            block_num: 2,
            parent: 'owner',
            last_updated: '2030-01-01T00:00:00.000',
            name: 'active',
            present: 1,
            auth: {
              threshold: 1,
              keys: [{ key: expect.stringMatching(/^EOS/), weight: 1 }],
              accounts: [],
              waits: [],
            },
          },
          { owner: 'eosio' },
        ],
      });
    });

    it('limit and skip page, a malformed key is refused', async () => {
      const query = { public_key: text, limit: 1, skip: 1 };
      expect((await history.get('/v2/state/get_key_accounts', query)).json).toEqual({
        account_names: ['eosio'],
      });
      expect(await history.get('/v2/state/get_key_accounts', { public_key: 'EOS1' })).toMatchObject({
        status: 400,
        json: { statusCode: 400, error: 'Bad Request', message: 'invalid public key' },
      });
      expect((await history.post('/v1/history/get_key_accounts', {})).status).toBe(400);
    });
  });

  it('/v1/history/get_controlled_accounts answers the accounts that one controls', async () => {
    const path = '/v1/history/get_controlled_accounts';
    expect((await history.post(path, { controlling_account: 'alice' })).json).toEqual({
      controlled_accounts: ['bob'],
    });
    expect((await history.post(path, { controlling_account: 'bob' })).json).toEqual({
      controlled_accounts: [],
    });
    expect((await history.post(path, {})).status).toBe(400);
  });

  it.each([
    ['no condition', {}, 3],
    ['account', { account: 'alice' }, 2],
    ['code', { code: 'dex' }, 2],
    ['action', { action: 'transfer' }, 1],
    ['permission', { permission: 'trade' }, 2],
    ['account and permission', { account: 'alice', permission: 'trade' }, 1],
  ])('GET /v2/state/get_links with %s', async (_what, query, count) => {
    const { json } = await history.get('/v2/state/get_links', query);
    expect(json).toMatchObject({ cached: false, total: { value: count, relation: 'eq' } });
    expect(json['links']).toHaveLength(count);
  });

  it('GET /v2/state/get_links answers the members that clients read', async () => {
    const { json } = await history.get('/v2/state/get_links', { account: 'alice', action: 'transfer' });
    expect(json['links']).toEqual([
      {
        block_num: 3,
        timestamp: '2030-01-01T00:00:01.500',
        account: 'alice',
        permission: 'pay',
        code: 'sys.token',
        action: 'transfer',
        irreversible: true,
      },
    ]);
  });

  describe('GET /v2/state/get_proposals', () => {
    it('answers approvals, status and the decoded transaction', async () => {
      const { json } = await history.get('/v2/state/get_proposals', { proposer: 'alice' });
      expect(json).toMatchObject({
        cached: false,
        total: { value: 1, relation: 'eq' },
        proposals: [
          {
            proposer: 'alice',
            proposal_name: 'first',
            block_num: 4,
            executed: false,
            status: 'open',
            provided_approvals: [{ actor: 'bob', permission: 'active', time: '2030-01-01T00:00:00.000' }],
            requested_approvals: [{ actor: 'carol', permission: 'active', time: '1970-01-01T00:00:00.000' }],
            expiration: '2030-02-01T00:00:00',
            trx: { actions: [{ account: 'sys.token', name: 'transfer', data: { quantity: '1.0000 SYS' } }] },
          },
        ],
      });
    });

    it.each([
      ['proposer', { proposer: 'alice' }, 1],
      ['another proposer', { proposer: 'bob' }, 2],
      ['proposal', { proposal: 'first' }, 1],
      ['account', { account: 'carol' }, 1],
      ['requested', { requested: 'carol' }, 1],
      ['requested of an approval that is given', { requested: 'bob' }, 0],
      ['requested with a permission', { requested: 'carol@owner' }, 0],
      ['provided', { provided: 'bob@active' }, 1],
      ['skip', { skip: 1 }, 2],
    ])('%s is a condition', async (_what, query, count) => {
      const { json } = await history.get('/v2/state/get_proposals', query);
      expect(json['proposals']).toHaveLength(count);
    });
  });

  it.each([
    ['executed=true lists executed proposals', { executed: true }, [['done', true, 'executed']]],
    ['executed=false lists open proposals', { executed: false }, [['first', false, 'open']]],
    [
      'no executed lists cancelled proposals too, as not executed',
      {},
      [
        ['first', false, 'open'],
        ['withdrawn', false, 'cancelled'],
        ['done', true, 'executed'],
      ],
    ],
  ])('GET /v2/state/get_proposals with %s', async (_what, query, expected) => {
    const { json } = await history.get('/v2/state/get_proposals', query);
    const proposals = json['proposals'] as { proposal_name: string; executed: boolean; status: string }[];
    expect(proposals.map((each) => [each.proposal_name, each.executed, each.status])).toEqual(expected);
  });

  it.each([
    ['proxy=true', { proxy: true }, ['bob']],
    ['proxy=false', { proxy: false }, ['bob', 'alice']],
    ['proxy=true and a producer', { proxy: true, producer: 'producera' }, ['bob']],
    ['proxy=true and a producer without proxies', { proxy: true, producer: 'producerb' }, []],
  ])('GET /v2/state/get_voters with %s', async (_what, query, accounts) => {
    const { json } = await history.get('/v2/state/get_voters', query);
    expect((json['voters'] as { account: string }[]).map(({ account }) => account)).toEqual(accounts);
    expect(json['voter_count']).toBe(accounts.length);
  });

  it('GET /v2/state/get_voters answers by weight, of all named producers', async () => {
    const accountsOf = async (query: object): Promise<unknown> => {
      const { json } = await history.get('/v2/state/get_voters', { ...query });
      return (json['voters'] as { account: string }[]).map(({ account }) => account);
    };
    expect(await accountsOf({})).toEqual(['bob', 'alice']);
    expect(await accountsOf({ producer: 'producera,producerb' })).toEqual(['alice']);
    expect(await accountsOf({ limit: 1, skip: 1 })).toEqual(['alice']);
    const { json } = await history.get('/v2/state/get_voters', { limit: 1 });
    expect(json).toMatchObject({
      voter_count: 2,
      voters: [
        { account: 'bob', weight: 7.5, last_vote: 3, staked: 10_000_000_000, producers: ['producera'] },
      ],
    });
  });

  describe('GET /v2/history/get_schedule', () => {
    it('answers the newest schedule with the members of both kinds', async () => {
      const { json } = await history.get('/v2/history/get_schedule', { mode: 'activated' });
      expect(json).toMatchObject({
        timestamp: '2030-01-01T00:00:02.000',
        block_num: 4,
        proposed_block_num: 3,
        version: 2,
        producers: [
          {
            producer_name: 'producera',
            name: 'producera',
            block_signing_key: expect.stringMatching(/^EOS/),
            legacy_key: expect.stringMatching(/^EOS/),
            keys: [expect.stringMatching(/^EOS/)],
          },
        ],
      });
      expect((await history.get('/v2/history/get_schedule')).json).toMatchObject({ block_num: 3 });
    });

    it.each([
      ['version', { version: 2 }, true],
      ['another version', { version: 3 }, false],
      ['producer', { producer: 'producera' }, true],
      ['another producer', { producer: 'producerb' }, false],
      ['key', { key: keyTextOf(KEY) }, true],
      ['another key', { key: keyTextOf(CONTROLLED_KEY) }, false],
      ['before', { before: '2029-01-01' }, false],
      ['after', { after: '2029-01-01' }, true],
    ])('%s is a condition', async (_what, query, isFound) => {
      const { json } = await history.get('/v2/history/get_schedule', query);
      expect(json['producers']).toHaveLength(isFound ? 1 : 0);
      expect('version' in json).toBe(isFound);
    });
  });

  it.each([
    ['no condition', {}, ['producera', 'producerb'], { producera: 12, producerb: 3 }],
    ['producer', { producer: 'producerb' }, ['producerb'], { producerb: 3 }],
    ['min_blocks', { min_blocks: 4 }, ['producera'], { producera: 12 }],
    ['before', { before: '2029-01-01' }, [], {}],
  ])('GET /v2/stats/get_missed_blocks with %s', async (_what, query, producers, sums) => {
    const { json } = await history.get('/v2/stats/get_missed_blocks', query);
    expect(json['stats']).toEqual({ by_producer: sums });
    const events = json['events'] as { producer: string }[];
    expect(events.map(({ producer }) => producer).sort()).toEqual(producers);
    for (const event of events)
      expect(event).toMatchObject({
        '@timestamp': expect.stringMatching(/Z$/),
        last_block: 3,
        schedule_version: 2,
      });
  });

  describe('GET /v2/history/get_creator and get_created_accounts', () => {
    it('answer the creation of an account', async () => {
      const trxId = hexOf(sampleId(3, 1));
      expect((await history.get('/v2/history/get_creator', { account: 'dave' })).json).toMatchObject({
        account: 'dave',
        creator: 'alice',
        timestamp: '2030-01-01T00:00:01.500',
        block_num: 3,
        trx_id: trxId,
      });
      const { json } = await history.get('/v2/history/get_created_accounts', { account: 'alice', limit: 5 });
      expect(json['accounts']).toEqual([
        { name: 'dave', timestamp: '2030-01-01T00:00:01.500', trx_id: trxId },
      ]);
      expect(
        (await history.get('/v2/history/get_created_accounts', { account: 'alice', skip: 1 })).json,
      ).toMatchObject({ accounts: [] });
    });

    it('an account of the genesis has no creator, the system account itself', async () => {
      expect((await history.get('/v2/history/get_creator', { account: 'eosio' })).json).toMatchObject({
        creator: '__self__',
        block_num: 2,
      });
      expect((await history.get('/v2/history/get_creator', { account: 'bob' })).json).toMatchObject({
        creator: '',
      });
      expect(await history.get('/v2/history/get_creator', { account: 'nobody' })).toMatchObject({
        status: 500,
        json: { message: 'account not found' },
      });
    });
  });

  it('GET /v2/history/get_abi_snapshot answers the ABI of a block', async () => {
    const path = '/v2/history/get_abi_snapshot';
    expect((await history.get(path, { contract: 'sys.token' })).json).toMatchObject({
      block_num: 2,
      present: true,
    });
    expect((await history.get(path, { contract: 'sys.token', fetch: true })).json).toMatchObject({
      abi: { version: 'eosio::abi/1.2', actions: [{ name: 'transfer' }, { name: 'note' }] },
    });
    expect((await history.get(path, { contract: 'sys.token', block: 1 })).json).toMatchObject({
      block_num: null,
      present: false,
      error: 'abi not found for sys.token until block 1',
    });
    expect((await history.get(path)).status).toBe(400);
  });
});
