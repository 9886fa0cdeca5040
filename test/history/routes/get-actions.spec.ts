import { HistoryClient } from '../../harness/history/history-client';
import {
  name,
  noteAction,
  SampleBlocks,
  sampleId,
  START_MS,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface Action {
  readonly timestamp: string;
  readonly block_num: number;
  readonly trx_id: string;
  readonly act: { readonly account: string; readonly name: string; readonly data: Record<string, unknown> };
  readonly receipts: readonly { readonly receiver: string }[];
  readonly global_sequence: number;
  readonly action_ordinal: number;
  readonly irreversible?: boolean;
}

interface Answer {
  readonly actions: readonly Action[];
  readonly simple_actions?: readonly Record<string, unknown>[];
  readonly total: { readonly value: number; readonly relation: string };
  readonly lib: number;
  readonly next_cursor?: string;
}

const TRANSFERS = 20;
const IRREVERSIBLE = 12;
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Block 2: the ABI. Blocks 3 to 22: one transfer each. Block 23: notes and a transfer of another token. */
function blocks() {
  const made = new SampleBlocks();
  return [
    made.next([], {
      abis: ['sys.token', 'other.token'].map((account) => ({
        account: name(account),
        globalSequence: 0n,
        abi: TOKEN_ABI_BYTES,
      })),
    }),
    ...Array.from({ length: TRANSFERS }, (_unused, index) =>
      made.next([[transferAction(index % 2 === 0 ? 'alice' : 'bob', 'carol', `${index + 1}.0000 SYS`)]]),
    ),
    made.next([
      [noteAction('alice', 'x'.repeat(300)), { ...noteAction('alice', 'inline'), creator: 1 }],
      [transferAction('bob', 'alice', '1.50 OTH', { contract: 'other.token' })],
      [{ account: 'noabi', name: 'act', actor: 'bob', data: new Uint8Array([1, 2, 255]) }],
    ]),
  ];
}

describe('GET /v2/history/get_actions', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: IRREVERSIBLE });
  });
  afterAll(() => history.close());

  const get = (query: Record<string, unknown> = {}): Promise<Answer> =>
    history.read<Answer>('/v2/history/get_actions', query);
  const blocksOf = (answer: Answer): number[] => answer.actions.map((action) => action.block_num);
  const refusal = async (query: Record<string, unknown>): Promise<string> => {
    const { status, json } = await history.get('/v2/history/get_actions', query);
    expect({ status, statusCode: json['statusCode'], error: json['error'] }).toEqual({
      status: 400,
      statusCode: 400,
      error: 'Bad Request',
    });
    return String(json['message']);
  };

  it('answers the newest 10 actions with the members that clients read', async () => {
    const answer = await get();
    expect(answer).toMatchObject({
      query_time_ms: expect.any(Number),
      cached: false,
      lib: IRREVERSIBLE,
      last_indexed_block: 23,
      last_indexed_block_time: '2030-01-01T00:00:11.500',
      total: { value: 24, relation: 'eq' },
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
      producer: 'producera',
      action_ordinal: 1,
      creator_action_ordinal: 0,
    });
  });

  it('limit bounds the page, and one above 1000 is refused', async () => {
    expect(blocksOf(await get({ limit: 6 }))).toEqual([23, 23, 23, 23, 22, 21]);
    expect(await refusal({ limit: 1001 })).toBe('limit too big, maximum: 1000');
    expect(await refusal({ limit: 0 })).toContain('limit must not be less than 1');
  });

  it('skip passes over actions, and more than 10000 are refused', async () => {
    expect(blocksOf(await get({ skip: 4, limit: 2 }))).toEqual([22, 21]);
    expect(await refusal({ skip: 10_001 })).toContain('skip is above maximum internal limit: 10000');
  });

  it('account finds receivers and actors', async () => {
    expect((await get({ account: 'carol' })).total).toEqual({ value: TRANSFERS, relation: 'eq' });
    expect((await get({ account: 'bob' })).total).toEqual({ value: 12, relation: 'eq' });
    expect((await get({ account: 'nobody' })).actions).toEqual([]);
    expect(await refusal({ account: 'UPPER' })).toContain('account');
    expect(await refusal({ account: 'a'.repeat(13) })).toContain('account');
  });

  it.each([
    ['sys.token:transfer', 20],
    ['sys.token:*', 22],
    ['*:transfer', 21],
    ['*:*', 24],
    ['sys.token:note,other.token:transfer', 3],
    ['other.token:note', 0],
  ])('filter=%s finds %i actions', async (filter, count) => {
    expect((await get({ filter })).total).toEqual({ value: count, relation: 'eq' });
  });

  it('filter is refused when it is shorter than 3 characters or no code:name', async () => {
    expect(await refusal({ filter: 'a:' })).toContain('filter');
    expect(await refusal({ filter: 'a:b:c' })).toContain('is not code:name');
  });

  it.each([
    ['desc', [23, 23]],
    ['-1', [23, 23]],
    ['asc', [3, 4]],
    ['1', [3, 4]],
  ])('sort=%s orders by global sequence', async (sort, expected) => {
    expect(blocksOf(await get({ sort, limit: 2 }))).toEqual(expected);
  });

  it('sort refuses other words', async () => {
    expect(await refusal({ sort: 'up' })).toContain('sort');
  });

  it('track bounds the count, and says that it is one', async () => {
    expect((await get({ track: 5 })).total).toEqual({ value: 5, relation: 'gte' });
    expect((await get({ track: 'true' })).total).toEqual({ value: 24, relation: 'eq' });
    expect(await refusal({ track: 'much' })).toBe('failed to parse track param');
  });

  it('after and before are inclusive block numbers or times', async () => {
    const time = (block: number): string => new Date(START_MS + block * 500).toISOString();
    expect(blocksOf(await get({ after: 5, before: 7 }))).toEqual([7, 6, 5]);
    expect(blocksOf(await get({ after: time(5), before: time(7) }))).toEqual([7, 6, 5]);
    expect(blocksOf(await get({ after: time(5).replace('T', ' ').slice(0, -1), before: 6 }))).toEqual([6, 5]);
    expect(await refusal({ after: 'yesterday' })).toContain('after');
  });

  it('block_num takes a number and a range', async () => {
    expect(blocksOf(await get({ block_num: 9 }))).toEqual([9]);
    expect(blocksOf(await get({ block_num: '8-10', sort: 'asc' }))).toEqual([8, 9, 10]);
    expect(blocksOf(await get({ block_num: '8-10', after: 9 }))).toEqual([10, 9]);
    expect(await refusal({ block_num: 'head' })).toContain('block_num');
  });

  it('simple=true answers short records', async () => {
    const { simple_actions, actions } = await get({ simple: true, limit: 1, filter: 'sys.token:transfer' });
    expect(actions).toBeUndefined();
    expect(simple_actions).toEqual([
      {
        block: 22,
        timestamp: '2030-01-01T00:00:11.000',
        contract: 'sys.token',
        action: 'transfer',
        actors: 'bob@active',
        notified: 'sys.token,bob,carol',
        transaction_id: hexOf(sampleId(22, 1)),
        data: expect.objectContaining({ quantity: '20.0000 SYS', amount: 20 }),
      },
    ]);
  });

  it('checkLib=true says whether each action is irreversible', async () => {
    const { simple_actions } = await get({ simple: true, checkLib: true, block_num: '12-13' });
    expect(simple_actions?.map(({ block, irreversible }) => [block, irreversible])).toEqual([
      [13, false],
      [12, true],
    ]);
    expect((await get({ checkLib: true, block_num: 12 })).actions[0]?.irreversible).toBe(true);
    expect((await get({ block_num: 12 })).actions[0]).not.toHaveProperty('irreversible');
  });

  it('hot_only is answered as it was asked', async () => {
    expect(await get({ hot_only: true, limit: 1 })).toMatchObject({ hot_only: true, actions: [{}] });
    expect(await get({ limit: 1 })).not.toHaveProperty('hot_only');
  });

  it('noBinary=true cuts texts of more than 256 characters', async () => {
    const query = { filter: 'sys.token:note', sort: 'asc', limit: 1 };
    expect((await get(query)).actions[0]?.act.data['text']).toHaveLength(300);
    expect((await get({ ...query, noBinary: true })).actions[0]?.act.data['text']).toBe(
      `${'x'.repeat(32)}...`,
    );
  });

  it('data without a fitting ABI is hex, and says so', async () => {
    const { actions } = await get({ filter: 'noabi:act' });
    expect(actions).toEqual([expect.objectContaining({ ds_error: true })]);
    expect(actions[0]?.act.data).toBe('0102ff');
  });

  it.each([
    ['transfer.to', { 'transfer.to': 'carol' }, 20],
    ['transfer.from with alternatives', { 'transfer.from': 'alice,bob' }, 21],
    ['transfer.symbol', { 'transfer.symbol': 'OTH' }, 1],
    ['act.data.to', { 'act.data.to': 'alice' }, 1],
    ['act.data.from beside act.name', { 'act.data.from': 'bob', 'act.name': 'transfer' }, 11],
    ['transfer_to of wharfkit', { transfer_to: 'carol' }, 20],
    ['transfer_from of wharfkit', { transfer_from: 'alice' }, 10],
    ['transfer_symbol of wharfkit', { transfer_symbol: '2,OTH' }, 1],
    ['act.name', { 'act.name': 'note' }, 2],
    ['act_name of wharfkit', { act_name: 'note' }, 2],
    ['act.account', { 'act.account': 'other.token' }, 1],
    ['act_account of wharfkit', { act_account: 'other.token,noabi' }, 2],
    ['act.account and act.name', { 'act.account': 'sys.token', 'act.name': 'transfer' }, 20],
    ['act.name and a filter', { 'act.name': 'transfer', filter: 'sys.token:*' }, 20],
    ['an act.name that its filter excludes', { 'act.name': 'note', filter: 'sys.token:transfer' }, 0],
    ['trx_id', { trx_id: hexOf(sampleId(23, 1)) }, 2],
    ['block_id', { block_id: hexOf(sampleId(9)) }, 1],
    ['global_sequence', { global_sequence: 1057 }, 1],
    ['a range of global_sequence', { global_sequence: '1000-1008' }, 3],
    ['producer', { producer: 'producerb', account: 'carol' }, 10],
    ['action_ordinal', { action_ordinal: 2 }, 1],
    ['creator_action_ordinal', { creator_action_ordinal: 1 }, 1],
    ['cpu_usage_us', { cpu_usage_us: 101 }, 1],
    ['net_usage_words', { net_usage_words: 13 }, 1],
    ['receipts.receiver', { 'receipts.receiver': 'alice' }, 11],
    ['notified', { notified: 'alice' }, 11],
    ['act.authorization.actor', { 'act.authorization.actor': 'alice' }, 12],
    ['act.authorization.permission', { 'act.authorization.permission': 'owner' }, 0],
    ['a word that is no member', { _: '123' }, 24],
  ])('%s is a condition', async (_what, query, count) => {
    expect((await get(query)).total).toEqual({ value: count, relation: 'eq' });
  });

  it.each([
    ['act.data.memo without an index', { 'act.data.memo': '' }, 24],
    ['act.data.quantity', { 'act.data.quantity': '7.0000 SYS' }, 1],
    ['alternatives of act.data.quantity', { 'act.data.quantity': '7.0000 SYS,1.50 OTH,9 XYZ' }, 2],
    ['act.data.amount, a number', { 'act.data.amount': '1.50' }, 1],
    ['an exclusion', { 'act.data.symbol': '!SYS', 'act.name': 'transfer' }, 1],
    ['two exclusions', { 'act.data.symbol': '!SYS,!OTH', 'act.name': 'transfer' }, 0],
    ['act.data.from of any action', { 'act.data.from': 'bob' }, 11],
    ['act.data.text with blanks and a comma is two texts', { 'act.data.text': 'inline,other' }, 1],
    ['an excluded act.name', { 'act.name': '!transfer' }, 3],
    ['an excluded act.account', { 'act.account': '!sys.token,!noabi' }, 1],
    ['an act.account besides an excluded act.name', { 'act.account': 'sys.token', 'act.name': '!note' }, 20],
    ['an excluded member with an index', { 'transfer.to': '!carol', 'act.name': 'transfer' }, 1],
    ['alternatives of producer', { producer: 'producera,producerb' }, 24],
    ['an excluded producer', { producer: '!producera', account: 'carol' }, 10],
    ['alternatives of block_num', { block_num: '5,9,30' }, 2],
    ['two receivers of one action', { 'receipts.receiver': 'alice carol' }, 10],
    ['one of two receivers', { 'receipts.receiver': 'alice,bob' }, 21],
    ['a receiver and not another', { 'receipts.receiver': 'carol,!bob' }, 10],
  ])('%s is a condition that needs no index', async (_what, query, count) => {
    expect((await get({ track: 'true', ...query })).total).toEqual({ value: count, relation: 'eq' });
  });

  it.each([
    ['receipts.receiver=alice&receipts.receiver=carol', 10],
    ['receipts.receiver=alice&notified=carol', 10],
    ['notified=carol&receipts.receiver=alice', 10],
    ['act.name=transfer&act.name=note', 0],
    ['act.name=transfer,note&act_name=note', 2],
  ])('a parameter that is given again holds besides: %s', async (query, count) => {
    const { json } = await history.get<Answer>(`/v2/history/get_actions?${query}`);
    expect(json.total).toEqual({ value: count, relation: 'eq' });
  });

  it('unknown members, wrong values and ranges among alternatives are refused', async () => {
    expect(await refusal({ 'no.such': 'x' })).toContain('no.such: has no index; there are');
    expect(await refusal({ 'act.name': '!UPPER' })).toContain('act.name: "UPPER" is not a name');
    expect(await refusal({ producer: 'producera,UPPER' })).toContain('producer: "UPPER" is not a name');
    expect(await refusal({ block_num: '5,7-9' })).toBe('block_num: a range cannot be one of several values');
  });

  it.each(['desc', 'asc'])('next_cursor pages through all actions once, %s', async (sort) => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const page: Answer = await get({ sort, limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      found.push(...page.actions.map(({ global_sequence }) => global_sequence));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    const all = (await get({ sort, limit: 1000 })).actions.map(({ global_sequence }) => global_sequence);
    expect(found).toEqual(all);
    expect(new Set(found).size).toBe(24);
  });

  it('an answer does not change the parameters of others: unknown routes keep their shape', async () => {
    const { status, json } = await new HistoryClient(history.url).get('/v2/history/nothing');
    expect({ status, json }).toEqual({
      status: 404,
      json: { statusCode: 404, error: 'Not Found', message: 'Route GET:/v2/history/nothing not found' },
    });
  });
});
