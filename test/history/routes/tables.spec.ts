import { symbolCodeToValue } from '@app/antelope';
import {
  balanceRow,
  name,
  SampleBlocks,
  sampleId,
  TOKEN_ABI_BYTES,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { ENVELOPE, type Shape, shapeFaults } from './support/shapes';

const CONTRACT = 'sys.token';
const SYS = symbolCodeToValue('SYS');

const row = (scope: string, balance: string | undefined, primaryKey = SYS) => ({
  code: name(CONTRACT),
  table: name('accounts'),
  scope: name(scope),
  primaryKey,
  payer: name(scope),
  present: balance !== undefined,
  value: balance === undefined ? new Uint8Array() : balanceRow(balance),
});

/** Blocks 2 to 5: alice has 1, then 2; bob has 10, and is removed; carol comes in block 4. */
function blocks() {
  const made = new SampleBlocks();
  return [
    made.next([], {
      abis: [{ account: name(CONTRACT), globalSequence: 1n, abi: TOKEN_ABI_BYTES }],
      deltas: [row('alice', '1.0000 SYS'), row('bob', '10.0000 SYS')],
    }),
    made.next([], { deltas: [row('alice', '2.0000 SYS')] }),
    made.next([], { deltas: [row('bob', undefined), row('carol', '3.0000 SYS')] }),
    made.next([]),
  ];
}

const STATE: Shape = {
  ...{ ...ENVELOPE, code: 'string', table: 'string' },
  results: [
    {
      ...{ scope: 'string', primary_key: 'string', payer: 'string', timestamp: 'string', present: 'integer' },
      ...{ block_num: 'integer', block_id: 'string', data: 'any' },
    },
  ],
};
const ROWS: Shape = {
  ...{ ...ENVELOPE, contract: 'string', table: 'string', rows_count: 'integer' },
  rows: [
    {
      ...{ '@scope': 'string', '@pk': 'string', '@payer': 'string', '@block_num': 'integer' },
      ...{ '@block_id': 'string', '@block_time': 'string' },
    },
  ],
};

describe('rows of tables', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('get_table_state', () => {
    const TABLE = { code: CONTRACT, table: 'accounts' };
    const stateOf = async (query: object) => {
      const { json } = await history.get('/v2/history/get_table_state', { ...TABLE, ...query });
      const results = json['results'] as { scope: string; block_num: number; data: { balance: string } }[];
      return results.map(({ scope, block_num, data }) => [scope, data.balance, block_num]);
    };

    it('get_table_state answers the rows of the head with their last blocks', async () => {
      const { json } = await history.get('/v2/history/get_table_state', TABLE);
      expect(shapeFaults(STATE, json)).toEqual([]);
      expect(json).toMatchObject({
        total: { value: 2, relation: 'eq' },
        next_key: '',
        results: [
          {
            scope: 'alice',
            primary_key: String(SYS),
            payer: 'alice',
            block_num: 3,
            block_id: Buffer.from(sampleId(3)).toString('hex'),
            timestamp: '2030-01-01T00:00:01.500',
            present: 1,
            data: { balance: '2.0000 SYS', amount: 2, symbol: 'SYS' },
          },
          { scope: 'carol', block_num: 4 },
        ],
      });
    });

    it.each([
      [
        'block 2',
        2,
        [
          ['alice', '1.0000 SYS', 2],
          ['bob', '10.0000 SYS', 2],
        ],
      ],
      [
        'block 3',
        3,
        [
          ['alice', '2.0000 SYS', 3],
          ['bob', '10.0000 SYS', 2],
        ],
      ],
      [
        'block 4',
        4,
        [
          ['alice', '2.0000 SYS', 3],
          ['carol', '3.0000 SYS', 4],
        ],
      ],
    ])('get_table_state answers the rows as of %s', async (_what, block_num, rows) => {
      expect(await stateOf({ block_num })).toEqual(rows);
    });

    it('get_table_state continues behind next_key, and takes one scope', async () => {
      const { json } = await history.get('/v2/history/get_table_state', { ...TABLE, block_num: 3, limit: 1 });
      expect(json['next_key']).toBe(`alice-${SYS}`);
      expect(await stateOf({ block_num: 3, limit: 1, after_key: json['next_key'] })).toEqual([
        ['bob', '10.0000 SYS', 2],
      ]);
      expect(await stateOf({ block_num: 3, scope: 'bob' })).toEqual([['bob', '10.0000 SYS', 2]]);
      expect(await stateOf({ scope: 'bob' })).toEqual([]);
    });

    it('get_table_state answers one row as of each block', async () => {
      const bob = { scope: 'bob', primary_key: String(SYS) };
      expect(await stateOf({ ...bob, block_num: 2 })).toEqual([['bob', '10.0000 SYS', 2]]);
      expect(await stateOf({ ...bob, block_num: 3 })).toEqual([['bob', '10.0000 SYS', 2]]);
      expect(await stateOf({ ...bob, block_num: 4 })).toEqual([]);
      expect(await stateOf({ ...bob })).toEqual([]);
      expect(await stateOf({ scope: 'alice', primary_key: String(SYS) })).toEqual([
        ['alice', '2.0000 SYS', 3],
      ]);
    });

    it('get_table_state of a history that removes old blocks answers what the retained ones tell', async () => {
      const pruned = await SampleHistory.start(blocks(), { irreversibleNum: 4 });
      await pruned.history.prune(4);
      const answer = (query: object) =>
        pruned.get('/v2/history/get_table_state', { ...TABLE, block_num: 4, ...query });
      const known = await answer({});
      expect(known.json['results']).toMatchObject([
        { scope: 'alice', block_num: 3 },
        { scope: 'carol', block_num: 4 },
      ]);
      expect((await answer({ block_num: 3 })).text).toContain('the history begins with block 4');
      await pruned.append([new SampleBlocks(6).next([], { deltas: [row('alice', '5.0000 SYS')] })]);
      const lost = await answer({});
      expect(lost.status).toBe(501);
      expect(lost.text).toContain('this history removes old blocks');
      expect((await answer({ scope: 'carol' })).json['results']).toMatchObject([{ scope: 'carol' }]);
      await pruned.close();
    });

    it.each([
      [{ block_num: 1 }, 400, 'block_num: the history begins with block 2'],
      [{ block_num: 6 }, 400, 'block_num: the newest block is 5'],
      [{ primary_key: String(SYS) }, 400, 'primary_key: takes the scope of the row'],
      [{ scope: 'bob', primary_key: 'B' }, 400, 'primary_key'],
      [
        { scope: 'bob', primary_key: '1', after_key: `bob-${SYS}` },
        400,
        'after_key: cannot be combined with primary_key',
      ],
      [{ after_key: 'alice' }, 400, 'next_key'],
      [{ code: 'NOT A NAME' }, 400, 'code'],
      [{ table: '' }, 400, 'table'],
    ])('get_table_state refuses %j', async (query, status, reason) => {
      const answer = await history.get('/v2/history/get_table_state', { ...TABLE, ...query });
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(reason);
    });
  });

  describe('get_table_rows', () => {
    const TABLE = { contract: CONTRACT, table: 'accounts' };
    const scopesOf = async (query: object) => {
      const { json } = await history.get('/v2/state/get_table_rows', { ...TABLE, ...query });
      return (json['rows'] as { '@scope': string }[]).map((each) => each['@scope']);
    };

    it('get_table_rows answers decoded rows with the members of their place', async () => {
      const { json } = await history.get('/v2/state/get_table_rows', TABLE);
      expect(shapeFaults(ROWS, json)).toEqual([]);
      expect(json).toMatchObject({
        rows_count: 2,
        rows: [
          { '@scope': 'alice', '@block_num': 3, balance: '2.0000 SYS', amount: 2 },
          { '@scope': 'carol' },
        ],
      });
    });

    it.each([
      ['limit', { limit: 1 }, ['alice']],
      ['skip', { skip: 1 }, ['carol']],
      ['scope', { scope: 'carol' }, ['carol']],
      ['scope and primary_key', { scope: 'carol', primary_key: String(SYS) }, ['carol']],
      ['scope and another primary_key', { scope: 'carol', primary_key: '7' }, []],
      ['primary_key', { primary_key: String(SYS), limit: 1 }, ['alice']],
      ['payer', { payer: 'carol' }, ['carol']],
      ['block_num', { block_num: 3 }, ['alice']],
      ['block_id', { block_id: Buffer.from(sampleId(4)).toString('hex') }, ['carol']],
      ['block_time', { block_time: '2030-01-01T00:00:01.500' }, ['alice']],
      ['block_time with a zone', { block_time: '2030-01-01T01:00:02+01:00' }, ['carol']],
      ['filters, a value', { filters: '{"amount":3}' }, ['carol']],
      ['filters, an order', { filters: '{"amount":{"$gt":1.5,"$lte":2}}' }, ['alice']],
      ['filters, a time', { filters: '{"@block_time":{"$gte":"2030-01-01T00:00:02Z"}}' }, ['carol']],
      ['filters, a list', { filters: '{"symbol":{"$in":["SYS","X"]},"amount":{"$nin":[2]}}' }, ['carol']],
      ['filters, not equal', { filters: '{"amount":{"$ne":2}}' }, ['carol']],
      ['filters, a member that is there', { filters: '{"nothing":{"$exists":true}}' }, []],
      ['filters, a member that is not there', { filters: '{"amount":{"$exists":false}}' }, []],
      ['filters, a number in another text', { filters: '{"amount":2.0000000000000000}' }, ['alice']],
      [
        'filters, a text of digits',
        { filters: '{"@pk":{"$eq":"PK"}}'.replace('PK', String(SYS)), limit: 1 },
        ['alice'],
      ],
      ['sort_by and sort_direction', { sort_by: 'amount', sort_direction: 'desc' }, ['carol', 'alice']],
      ['sort_by alone', { sort_by: '@block_num' }, ['alice', 'carol']],
      ['a table that is not there', { table: 'nothing' }, []],
    ])('get_table_rows finds the rows with %s', async (_what, query, scopes) => {
      expect(await scopesOf(query)).toEqual(scopes);
    });

    it.each([
      [{ filters: '{"amount":' }, 'filters'],
      [{ filters: '[]' }, 'must be a JSON object'],
      [{ filters: '{"amount":{"$where":"1"}}' }, '$where is not served'],
      [{ filters: '{"$or":[]}' }, '$or is not served'],
      [{ filters: '{"amount":{"$in":1}}' }, '$in takes a list'],
      [{ filters: '{"amount":9007199254740993}' }, '9007199254740993: write this number as a text'],
      [{ filters: '{"amount":{"$in":[1,0.12345678901234567890]}}' }, '0.12345678901234567890: write this'],
      [{ filters: '{"amount":{"$lt":1e-7}}' }, '1e-7: write this number as a text'],
      [{ filters: '{"amount":{}}' }, 'amount has no operator'],
      [{ filters: '{"amount":null}' }, 'amount takes a text, a number, true or false'],
      [{ filters: '{"amount":[2]}' }, 'amount takes a text'],
      [{ filters: '{"amount":{"$ne":null}}' }, '$ne takes a text'],
      [{ filters: '{"amount":{"$gt":{"rawJSON":"1"}}}' }, '$gt takes a text'],
      [{ filters: '{"amount":{"$nin":[2,null]}}' }, '$nin takes a text'],
      [{ filters: '{"amount":{"$exists":1}}' }, '$exists takes true or false'],
      [{ sort_by: 'nothing' }, 'no row has the member nothing'],
      [{ sort_direction: 'up' }, 'sort_direction'],
      [{ contract: '' }, 'contract'],
      [{ block_id: '00000004' }, 'block_id: must be 64 hex digits'],
      [{ block_time: '4' }, 'block_time: must be a time'],
      [{ block_time: 'noon' }, 'block_time: '],
    ])('get_table_rows refuses %j', async (query, reason) => {
      const answer = await history.get('/v2/state/get_table_rows', { ...TABLE, ...query });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(reason);
    });
  });
});
