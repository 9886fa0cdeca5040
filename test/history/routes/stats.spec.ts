import {
  noteAction,
  type SampleAction,
  SampleBlocks,
  START_MS,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { ENVELOPE, shapeFaults } from './support/shapes';

const ONBLOCK: SampleAction = { account: 'eosio', name: 'onblock', actor: 'eosio', data: new Uint8Array() };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Blocks 2 to 4, all at the start of an hour and of a day, with 1, 2 and 1 transactions behind onblock. */
function blocks() {
  const made = new SampleBlocks();
  const transfer = transferAction('alice', 'bob', '1.0000 SYS');
  return [
    made.next([[ONBLOCK], [transfer, noteAction('alice', 'second')]]),
    made.next([[ONBLOCK], [transfer], [noteAction('carol', 'text')]]),
    made.next([[ONBLOCK], [transfer]]),
  ];
}

describe('routes of /v2/stats', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('get_trx_count', () => {
    it.each([
      ['all', {}, 4, 3, 2, 4],
      ['start_block', { start_block: 3 }, 3, 2, 3, 4],
      ['end_block', { end_block: 2 }, 1, 1, 2, 2],
      ['after and before', { after: 3, before: 3 }, 2, 1, 3, 3],
      ['producer', { producer: 'producerb' }, 2, 1, 3, 3],
      ['none', { start_block: 9 }, 0, 0, null, null],
    ])(
      'get_trx_count of %s counts transactions without onblock',
      async (_what, query, count, number, first, last) => {
        const { json } = await history.get('/v2/stats/get_trx_count', query);
        expect(
          shapeFaults({ ...ENVELOPE, total_trx_count: 'integer', block_count: 'integer' }, json),
        ).toEqual([]);
        expect(json).toMatchObject({
          ...{ total_trx_count: count, block_count: number, start_block: first, end_block: last },
          avg_trx_per_block: number === 0 ? 0 : Math.round((count / number) * 100) / 100,
        });
      },
    );

    it.each([
      ['producer', { producera: [2, 2, 1], producerb: [2, 1, 2] }],
      ['hour', { '2030-01-01T00:00:00.000Z': [4, 3, 1.33] }],
      ['day', { '2030-01-01T00:00:00.000Z': [4, 3, 1.33] }],
    ])('get_trx_count by group_by=%s', async (group_by, groups) => {
      const { json } = await history.get('/v2/stats/get_trx_count', { group_by });
      const expected = Object.entries(groups).map(([key, [trx_count, block_count, avg_trx_per_block]]) => [
        key,
        { trx_count, block_count, avg_trx_per_block },
      ]);
      expect(json['grouped_stats']).toEqual(Object.fromEntries(expected));
    });

    it('get_trx_count refuses another group_by', async () => {
      expect((await history.get('/v2/stats/get_trx_count', { group_by: 'week' })).status).toBe(400);
    });
  });

  describe('get_action_usage', () => {
    const end_date = new Date(START_MS + HOUR_MS + 60_000).toISOString();

    it.each(['1h', '24h', '1d'])(
      'get_action_usage of period=%s counts the period before the hour of end_date',
      async (period) => {
        const { json } = await history.get('/v2/stats/get_action_usage', {
          period,
          end_date,
          unique_actors: true,
        });
        expect(json).toMatchObject({
          // From onblock, 1000, to the first receipt of the last transfer: 3 receipts a transfer, one of others.
          action_count: 12,
          tx_count: 4,
          unique_actors: 3,
          period,
          from: new Date(START_MS + HOUR_MS - (period === '1h' ? HOUR_MS : DAY_MS)).toISOString(),
          to: new Date(START_MS + HOUR_MS).toISOString(),
        });
      },
    );

    it('get_action_usage of now ends with the hour that has not ended, without unique_actors', async () => {
      const { json } = await history.get('/v2/stats/get_action_usage', { period: '1h' });
      expect(json).toMatchObject({ action_count: 0, tx_count: 0, to: new Date(START_MS).toISOString() });
      expect(json).not.toHaveProperty('unique_actors');
    });

    it.each([
      [{}],
      [{ period: '2h' }],
      [{ period: '1h', end_date: 'soon' }],
      [{ period: '1h', end_date: 77 }],
    ])('get_action_usage refuses %j', async (query) => {
      expect((await history.get('/v2/stats/get_action_usage', query)).status).toBe(400);
    });
  });

  describe('get_resource_usage', () => {
    it('get_resource_usage has CPU and NET of the transactions that begin with the action', async () => {
      history.clock.advance(DAY_MS);
      const { json } = await history.get('/v2/stats/get_resource_usage', {
        code: 'sys.token',
        action: 'transfer',
      });
      history.clock.advance(-DAY_MS);
      // Three transactions behind onblock: each costs 101 us and 13 words.
      const stats = { count: 3, min: 101, max: 101, avg: 101, sum: 303, variance: 0, std_deviation: 0 };
      expect(json).toMatchObject({
        total: { value: 3, relation: 'eq' },
        cpu: { stats, percentiles: { '1.0': 101, '50.0': 101, '99.0': 101 } },
        net: { stats: { count: 3, avg: 13 } },
      });
    });

    it('get_resource_usage of an action that is never first is empty', async () => {
      const { json } = await history.get('/v2/stats/get_resource_usage', {
        code: 'sys.token',
        action: 'nothing',
      });
      expect(json).toMatchObject({ cpu: { stats: { count: 0, min: null }, percentiles: { '50.0': null } } });
    });

    it.each([[{ code: 'sys.token' }], [{ action: 'transfer' }], [{ code: 'NO', action: 'transfer' }]])(
      'get_resource_usage refuses %j',
      async (query) => {
        expect((await history.get('/v2/stats/get_resource_usage', query)).status).toBe(400);
      },
    );
  });

  it('explorer_metadata names the chain, and nothing of this machine', async () => {
    const { json } = await history.get('/v2/explorer_metadata');
    expect(json).toMatchObject({ chain_name: 'sample', chain_id: '01'.repeat(32), theme: {}, oracle: {} });
    expect(json).toMatchObject({ provider: '', provider_url: '' });
  });

  it('get_filters has no filters, as everything is indexed', async () => {
    const none = { actions: [], deltas: [] };
    const { json } = await history.get('/v2/get_filters');
    expect(json).toMatchObject({ isWhitelisted: false, excludes: none, includes: none });
  });
});
