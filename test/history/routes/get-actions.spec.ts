import { HistoryClient } from '../../harness/history/history-client';
import { sampleId } from '../../harness/history/sample-blocks';
import {
  ACTIONS,
  type ActionsAnswer,
  blocksOf,
  hexOf,
  IRREVERSIBLE,
  useSampleActions,
} from './support/sample-actions';

describe('GET /v2/history/get_actions', () => {
  const { get, refusal, history } = useSampleActions();

  it('get_actions answers the newest 10 actions with the members that clients read', async () => {
    const answer = await get();
    expect(answer).toMatchObject({
      query_time_ms: expect.any(Number),
      cached: false,
      lib: IRREVERSIBLE,
      last_indexed_block: 23,
      last_indexed_block_time: '2030-01-01T00:00:11.500',
      total: { value: ACTIONS, relation: 'eq' },
    });
    expect(blocksOf(answer)).toEqual([23, 23, 23, 23, 22, 21, 20, 19, 18, 17]);
    expect(answer.actions[4]).toEqual({
      '@timestamp': '2030-01-01T00:00:11.000',
      timestamp: '2030-01-01T00:00:11.000',
      block_num: 22,
      block_id: hexOf(sampleId(22)),
      trx_id: hexOf(sampleId(22, 1)),
      act: {
        account: 'sys.token',
        name: 'transfer',
        authorization: [{ actor: 'bob', permission: 'active' }],
        data: {
          from: 'bob',
          to: 'carol',
          amount: 20,
          symbol: 'SYS',
          quantity: '20.0000 SYS',
          memo: '',
        },
      },
      receipts: ['sys.token', 'bob', 'carol'].map((receiver) => ({
        receiver,
        global_sequence: expect.any(Number),
        recv_sequence: expect.any(Number),
        auth_sequence: [{ account: 'bob', sequence: expect.any(Number) }],
      })),
      cpu_usage_us: 100,
      net_usage_words: 12,
      signatures: [expect.stringMatching(/^SIG_K1_/)],
      account_ram_deltas: [{ account: 'bob', delta: 128 }],
      global_sequence: 1057,
      parent: 0,
      producer: 'producera',
      action_ordinal: 1,
      creator_action_ordinal: 0,
    });
  });

  it('limit of get_actions bounds the page, and one above 1000 is refused', async () => {
    expect(blocksOf(await get({ limit: 6 }))).toEqual([23, 23, 23, 23, 22, 21]);
    expect(await refusal({ limit: 1001 })).toBe('limit too big, maximum: 1000');
    expect(await refusal({ limit: 0 })).toContain('limit must not be less than 1');
  });

  it('skip of get_actions passes over actions, and more than 10000 are refused', async () => {
    expect(blocksOf(await get({ skip: 4, limit: 2 }))).toEqual([22, 21]);
    expect(await refusal({ skip: 10_001 })).toContain('skip is above maximum internal limit: 10000');
  });

  it.each([
    ['desc', [23, 23]],
    ['-1', [23, 23]],
    ['asc', [3, 4]],
    ['1', [3, 4]],
  ])('get_actions with sort=%s orders by global sequence', async (sort, expected) => {
    expect(blocksOf(await get({ sort, limit: 2 }))).toEqual(expected);
  });

  it('get_actions refuses other words for sort', async () => {
    expect(await refusal({ sort: 'up' })).toContain('sort');
  });

  it('track of get_actions bounds the count, and the total says that it is a bound', async () => {
    expect((await get({ track: 5 })).total).toEqual({ value: 5, relation: 'gte' });
    expect((await get({ track: 'true' })).total).toEqual({ value: ACTIONS, relation: 'eq' });
    expect(await refusal({ track: 'much' })).toBe(
      'failed to parse track param: it takes true, false and numbers of at most 15 digits',
    );
  });

  it('get_actions with simple=true answers short records', async () => {
    const { simple_actions, actions } = await get({ simple: true, limit: 1, filter: 'sys.token:transfer' });
    expect(actions).toEqual([]);
    expect(simple_actions).toEqual([
      {
        block: 22,
        timestamp: '2030-01-01T00:00:11.000',
        irreversible: expect.any(Boolean),
        contract: 'sys.token',
        action: 'transfer',
        actors: 'bob@active',
        notified: 'sys.token,bob,carol',
        transaction_id: hexOf(sampleId(22, 1)),
        data: expect.objectContaining({ quantity: '20.0000 SYS', amount: 20 }),
      },
    ]);
  });

  it('get_actions with checkLib=true says whether each action is irreversible', async () => {
    const { simple_actions } = await get({ simple: true, checkLib: true, block_num: '12-13' });
    expect(simple_actions?.map(({ block, irreversible }) => [block, irreversible])).toEqual([
      [13, false],
      [12, true],
    ]);
    expect((await get({ checkLib: true, block_num: 12 })).actions[0]?.irreversible).toBe(true);
    expect((await get({ block_num: 12 })).actions[0]).not.toHaveProperty('irreversible');
  });

  it('get_actions answers hot_only as it was asked', async () => {
    expect(await get({ hot_only: true, limit: 1 })).toMatchObject({ hot_only: true, actions: [{}] });
    expect(await get({ limit: 1 })).toMatchObject({ hot_only: false, simple_actions: [] });
  });

  it('get_actions with noBinary=true cuts texts of more than 256 characters', async () => {
    const query = { filter: 'sys.token:note', sort: 'asc', limit: 1 };
    expect((await get(query)).actions[0]?.act.data['text']).toHaveLength(300);
    expect((await get({ ...query, noBinary: true })).actions[0]?.act.data['text']).toBe(
      `${'x'.repeat(32)}...`,
    );
  });

  it('get_actions shows data without a fitting ABI in hex, and says so', async () => {
    const { actions } = await get({ filter: 'noabi:act' });
    expect(actions).toEqual([expect.objectContaining({ ds_error: true })]);
    expect(actions[0]?.act.data).toBe('0102ff');
  });

  it.each(['desc', 'asc'])('next_cursor of get_actions pages through all actions once, %s', async (sort) => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const page: ActionsAnswer = await get({ sort, limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      found.push(...page.actions.map(({ global_sequence }) => global_sequence));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    const all = (await get({ sort, limit: 1000 })).actions.map(({ global_sequence }) => global_sequence);
    expect(found).toEqual(all);
    expect(new Set(found).size).toBe(ACTIONS);
  });

  it.each([
    ['of one index', {}],
    ['whose rows are checked', { 'act.authorization.permission': 'active' }],
    ['with a member of transfers', { 'transfer.symbol': 'SYS' }],
  ])('total of get_actions is the same on all pages of a search %s', async (_kind, search) => {
    const { total, actions, next_cursor } = await get({ ...search, limit: 2 });
    expect(actions).toHaveLength(2);
    expect(total.relation).toBe('eq');
    const next = await get({ ...search, limit: 2, cursor: next_cursor });
    expect(next.total).toEqual(total);
    expect((await get({ ...search, skip: 1, limit: 1, cursor: next_cursor })).total).toEqual(total);
  });

  it('a value of act.data with two thousand zeros is refused at once, by name', async () => {
    const { status, json } = await new HistoryClient(history().url).get('/v2/history/get_actions', {
      'act.data.memo': `1.${'0'.repeat(2000)}1`,
    });
    expect({ status, message: json['message'] }).toEqual({
      status: 400,
      message: 'act.data.memo: a value has at most 256 characters',
    });
  });

  it('a route in other letters is an unknown one, whose parameters nothing checks', async () => {
    const { status } = await new HistoryClient(history().url).get('/V2/history/get_actions', {
      'account[]': 'alice',
    });
    expect(status).toBe(404);
  });

  it('an unknown route is answered with status 404 and its name', async () => {
    const { status, json } = await new HistoryClient(history().url).get('/v2/history/nothing');
    expect({ status, json }).toEqual({
      status: 404,
      json: { statusCode: 404, error: 'Not Found', message: 'Route GET:/v2/history/nothing not found' },
    });
  });
});
