import {
  keyTextOf,
  name,
  SampleBlocks,
  sampleKey,
  samplePermission,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const KEY = sampleKey(5);
const CONTROLLED_KEY = sampleKey(6);

function blocks() {
  const made = new SampleBlocks();
  return [
    made.next([], {
      permissions: [
        samplePermission('eosio', KEY),
        samplePermission('alice', KEY),
        samplePermission('bob', CONTROLLED_KEY, 'alice'),
      ],
    }),
    made.next([], {
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
    }),
  ];
}

describe('routes of keys and linked actions', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('/v2/state/get_key_accounts and /v1/history/get_key_accounts', () => {
    const text = keyTextOf(KEY);

    it('get_key_accounts answers the accounts of a key in any of its texts', async () => {
      const { json } = await history.get('/v2/state/get_key_accounts', { public_key: text });
      expect(json).toEqual({ account_names: ['alice', 'eosio'], permissions: [] });
      expect((await history.post('/v2/state/get_key_accounts', { public_key: text })).json).toEqual(json);
      expect((await history.post('/v1/history/get_key_accounts', { public_key: text })).json).toEqual({
        account_names: ['alice', 'eosio'],
      });
    });

    it('get_key_accounts with details=true adds the permissions', async () => {
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

    it('get_key_accounts pages by limit and skip, and refuses a malformed key', async () => {
      const query = { public_key: text, limit: 1, skip: 1 };
      expect((await history.get('/v2/state/get_key_accounts', query)).json).toEqual({
        account_names: ['eosio'],
        permissions: [],
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
});
