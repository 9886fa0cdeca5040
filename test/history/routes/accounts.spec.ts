import { bytesToHex, symbolCodeToValue } from '@app/antelope';
import {
  name,
  noteAction,
  SampleBlocks,
  sampleId,
  sampleKey,
  samplePermission,
  TOKEN_ABI_BYTES,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const KEY = sampleKey(5);

const token = (account: string, symbol: string, units: bigint, precision: number) => ({
  account: name(account),
  contract: name('sys.token'),
  symbolCode: symbolCodeToValue(symbol),
  precision,
  units,
});

function blocks() {
  const made = new SampleBlocks();
  return [
    made.next([], {
      abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }],
      permissions: [samplePermission('eosio', KEY), samplePermission('bob', KEY)],
      tokens: [
        token('alice', 'SYS', 15_000n, 4),
        token('alice', 'BIG', 12_345_678_901_234_567_890n / 4n, 8),
        token('alice', 'WHOLE', 7n, 0),
        token('bob', 'SYS', 0n, 4),
      ],
    }),
    made.next([[noteAction('alice', 'create')]], {
      createdAccounts: [{ account: name('dave'), creator: name('alice'), globalSequence: 1000n }],
    }),
  ];
}

/** Blocks 2 to 4: SYS of alice is 1.5, in block 3 it is 2 and BIG is gone, in block 4 it is 3 and ANEW comes. */
function changingBalances() {
  const made = new SampleBlocks();
  const gone = { ...token('alice', 'BIG', 0n, 8), units: undefined };
  return [
    made.next([], { tokens: [token('alice', 'SYS', 15_000n, 4), token('alice', 'BIG', 1n, 8)] }),
    made.next([], { tokens: [token('alice', 'SYS', 20_000n, 4), gone] }),
    made.next([], { tokens: [token('alice', 'SYS', 30_000n, 4), token('alice', 'ANEW', 1n, 8)] }),
  ];
}

describe('routes of accounts and contracts', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('tokens', () => {
    it('/v2/state/get_tokens answers exact amounts with their precision', async () => {
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

    it('/v2/state/get_tokens pages by limit and skip, and refuses a request without an account', async () => {
      const { json } = await history.get('/v2/state/get_tokens', { account: 'alice', skip: 1, limit: 1 });
      expect(json).toMatchObject({ tokens: [{ symbol: 'SYS' }] });
      expect((await history.get('/v2/state/get_tokens')).status).toBe(400);
      expect((await history.get('/v2/state/get_tokens', { account: 'nobody' })).json).toMatchObject({
        tokens: [],
      });
    });

    it('/v2/state/get_tokens of one contract answers its balances alone', async () => {
      const of = (contract: string) =>
        history.read<{ tokens: object[] }>('/v2/state/get_tokens', { account: 'alice', contract });
      expect((await of('sys.token')).tokens).toHaveLength(3);
      expect((await of('other.token')).tokens).toEqual([]);
      const refused = await history.get('/v2/state/get_tokens', { account: 'alice', contract: 'NONE' });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain('contract');
    });

    it('/v2/state/get_tokens answers the balances as of a block', async () => {
      const past = await SampleHistory.start(changingBalances(), { irreversibleNum: 3 });
      const at = (block_num: number, query: object = {}) =>
        past.get('/v2/state/get_tokens', { account: 'alice', block_num, ...query });
      const first = await at(2);
      expect(first.json).toMatchObject({
        ...{ account: 'alice', block_num: 2, total: { value: 2, relation: 'eq' } },
        tokens: [{ symbol: 'BIG' }, { symbol: 'SYS', precision: 4, amount: 1.5, contract: 'sys.token' }],
      });
      expect((await at(3)).json).toMatchObject({ tokens: [{ symbol: 'SYS', amount: 2 }] });
      expect((await at(2, { contract: 'other.token' })).json).toMatchObject({ tokens: [] });
      expect((await at(2, { skip: 1, limit: 1 })).json).toMatchObject({
        ...{ total: { value: 2 }, tokens: [{ symbol: 'SYS' }] },
      });
      expect((await at(5)).text).toContain('block_num: the newest block is 4');
      expect((await at(0)).status).toBe(400);
      await past.history.prune(3);
      expect((await at(2)).text).toContain('block_num: the history begins with block 3');
      expect((await at(3)).status).toBe(501);
      expect((await at(4)).json).toMatchObject({
        tokens: [{ symbol: 'SYS', amount: 3 }, { symbol: 'ANEW' }],
      });
      await past.close();
    });
  });

  describe('creation', () => {
    it('/v2/history/get_creator and get_created_accounts answer the creation of an account', async () => {
      const trxId = bytesToHex(sampleId(3, 1));
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

    it.each([
      ['eosio', '__self__'],
      ['dave', 'alice'],
    ])('get_creator of %s with blanks around it is the answer without them', async (account, creator) => {
      const { json } = await history.get('/v2/history/get_creator', { account: ` ${account} ` });
      expect(json).toMatchObject({ account, creator });
    });

    it('get_creator answers no creator for accounts of the genesis, and __self__ for eosio', async () => {
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
