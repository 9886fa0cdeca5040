import { symbolCodeToValue } from '@app/antelope';
import { name, SampleBlocks, sampleKey, START_MS } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const CONTRACT = 'sys.token';

const balance = (account: string, units: bigint, contract = CONTRACT, symbol = 'SYS') => ({
  account: name(account),
  contract: name(contract),
  symbolCode: symbolCodeToValue(symbol),
  precision: 4,
  units,
});

const voter = (owner: string, weight: number) => ({
  owner: name(owner),
  voter: {
    proxy: 0n,
    producers: [],
    staked: 1n,
    lastVoteWeight: weight,
    proxiedVoteWeight: 0,
    isProxy: false,
  },
});

/** Blocks 2 to 5; the last one has balances and voters. */
function blocks() {
  const made = new SampleBlocks();
  return [
    ...Array.from({ length: 3 }, () => made.next([])),
    made.next([], {
      tokens: [
        balance('alice', 20_000n),
        balance('carol', 30_000n),
        balance('dave', 30_000n),
        balance('erin', 5n, 'two.token', 'AAA'),
        balance('erin', 6n, 'two.token', 'BBB'),
      ],
      voters: [voter('alice', 1), voter('malice', 5), voter('bob', 9)],
      permissions: [
        {
          owner: name('alice'),
          name: name('active'),
          parent: name('owner'),
          lastUpdatedMs: START_MS,
          authority: { threshold: 1, keys: [{ key: sampleKey(1), weight: 1 }], accounts: [], waits: [] },
        },
      ],
    }),
  ];
}

describe('holders and voters', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('get_top_holders', () => {
    it('get_top_holders answers accounts by descending balance, equal ones by descending name', async () => {
      const { json } = await history.get('/v2/state/get_top_holders', { contract: CONTRACT, symbol: 'SYS' });
      expect(json).toMatchObject({
        total: { value: 3, relation: 'eq' },
        contract: CONTRACT,
        holders: [
          { owner: 'dave', amount: 3, symbol: 'SYS', updated_on: 5 },
          { owner: 'carol', amount: 3 },
          { owner: 'alice', amount: 2 },
        ],
      });
      const { json: second } = await history.get('/v2/state/get_top_holders', {
        ...{ contract: CONTRACT, limit: 1, skip: 1 },
      });
      expect(second['holders']).toMatchObject([{ owner: 'carol' }]);
    });

    it('get_top_holders of a contract with several tokens needs the symbol', async () => {
      const answer = await history.get('/v2/state/get_top_holders', { contract: 'two.token' });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('symbol');
      const none = await history.get('/v2/state/get_top_holders', { contract: 'nobody' });
      expect(none.json['holders']).toEqual([]);
    });
  });

  it.each([
    ['lic', {}, ['malice', 'alice']],
    ['lic', { limit: 1 }, ['malice']],
    ['lic', { skip: 1 }, ['alice']],
    ['bob', {}, ['bob']],
    ['zz', {}, []],
  ])('get_voter_scopes finds voters by the term %s with %j', async (term, page, scopes) => {
    const { json } = await history.get('/v2/state/get_voter_scopes', { term, ...page });
    expect(json['scopes']).toEqual(scopes);
  });

  it('get_voter_scopes refuses a term that is no part of a name', async () => {
    expect((await history.get('/v2/state/get_voter_scopes', { term: 'A%' })).status).toBe(400);
  });
});
