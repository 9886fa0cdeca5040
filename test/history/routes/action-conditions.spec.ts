import { sampleId, START_MS } from '../../harness/history/sample-blocks';
import {
  type ActionsAnswer,
  ACTIONS_PATH,
  blocksOf,
  hexOf,
  TRANSFERS,
  useSampleActions,
} from './support/sample-actions';

describe('conditions of GET /v2/history/get_actions', () => {
  const { get, refusal, history } = useSampleActions();

  it('the account of get_actions finds receivers and actors', async () => {
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
  ])('get_actions with filter=%s finds %i actions', async (filter, count) => {
    expect((await get({ filter })).total).toEqual({ value: count, relation: 'eq' });
  });

  it('get_actions refuses a filter shorter than 3 characters and one that is no code:name', async () => {
    expect(await refusal({ filter: 'a:' })).toContain('filter');
    expect(await refusal({ filter: 'a:b:c' })).toContain('is not code:name');
  });

  it('after and before of get_actions are inclusive block numbers or times', async () => {
    const time = (block: number): string => new Date(START_MS + block * 500).toISOString();
    expect(blocksOf(await get({ after: 5, before: 7 }))).toEqual([7, 6, 5]);
    expect(blocksOf(await get({ after: time(5), before: time(7) }))).toEqual([7, 6, 5]);
    expect(blocksOf(await get({ after: time(5).replace('T', ' ').slice(0, -1), before: 6 }))).toEqual([6, 5]);
    expect(await refusal({ after: 'yesterday' })).toContain('after');
  });

  it('block_num of get_actions takes a number and a range', async () => {
    expect(blocksOf(await get({ block_num: 9 }))).toEqual([9]);
    expect(blocksOf(await get({ block_num: '8-10', sort: 'asc' }))).toEqual([8, 9, 10]);
    expect(blocksOf(await get({ block_num: '8-10', after: 9 }))).toEqual([10, 9]);
    expect(await refusal({ block_num: 'head' })).toContain('block_num');
  });

  it('@timestamp of get_actions takes the milliseconds of a block and a range, and no ISO 8601', async () => {
    const time = (block: number): number => START_MS + block * 500;
    expect(blocksOf(await get({ '@timestamp': time(9) }))).toEqual([9]);
    expect(blocksOf(await get({ '@timestamp': time(9) + 1 }))).toEqual([]);
    expect(blocksOf(await get({ '@timestamp': `${time(8)}-${time(10)}` }))).toEqual([10, 9, 8]);
    expect(blocksOf(await get({ '@timestamp': `${time(5)},${time(9)}` }))).toEqual([9, 5]);
    expect(blocksOf(await get({ '@timestamp': `!${time(9)}`, block_num: '8-10' }))).toEqual([10, 8]);
    expect(await refusal({ '@timestamp': '2026-01-01T00:00:00' })).toContain(
      'after and before take ISO 8601',
    );
    expect(await refusal({ '@timestamp': `${time(5)}-${time(6)},${time(9)}` })).toContain('@timestamp');
  });

  it.each(['global_sequence', 'block_num', '@timestamp'])(
    'sortedBy=%s of get_actions is the order of the actions, and holds before sort',
    async (member) => {
      const page = { block_num: '8-10' };
      expect(blocksOf(await get({ ...page, sortedBy: `${member}:asc`, sort: 'desc' }))).toEqual([8, 9, 10]);
      expect(blocksOf(await get({ ...page, sortedBy: `${member}:desc`, sort: 'asc' }))).toEqual([10, 9, 8]);
    },
  );

  it.each(['producer:asc', 'block_num', 'block_num:up', 'block_num:asc:desc', ':asc'])(
    'get_actions refuses sortedBy=%s',
    async (sortedBy) => {
      expect(await refusal({ sortedBy })).toMatch(/sortedBy|sort direction/);
    },
  );

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
    ['a list without values, which is no condition', { 'transfer.to': ',' }, 24],
    ['an empty member, which is no condition', { 'transfer.to': '' }, 24],
  ])('%s is a condition of get_actions', async (_what, query, count) => {
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
  ])('%s is a condition of get_actions that needs no index', async (_what, query, count) => {
    expect((await get({ track: 'true', ...query })).total).toEqual({ value: count, relation: 'eq' });
  });

  it.each([
    ['receipts.receiver=alice&receipts.receiver=carol', 10],
    ['receipts.receiver=alice&notified=carol', 10],
    ['notified=carol&receipts.receiver=alice', 10],
    ['act.name=transfer&act.name=note', 0],
    ['act.name=transfer,note&act_name=note', 2],
  ])('a parameter of get_actions that is given again holds besides: %s', async (query, count) => {
    const { json } = await history().get<ActionsAnswer>(`${ACTIONS_PATH}?${query}`);
    expect(json.total).toEqual({ value: count, relation: 'eq' });
  });

  it('get_actions refuses unknown members, wrong values and ranges among alternatives', async () => {
    expect(await refusal({ 'no.such': 'x' })).toContain('no.such: has no index; there are');
    expect(await refusal({ 'act.name': '!UPPER' })).toContain('act.name: "UPPER" is not a name');
    expect(await refusal({ producer: 'producera,UPPER' })).toContain('producer: "UPPER" is not a name');
    expect(await refusal({ block_num: '5,7-9' })).toBe('block_num: a range cannot be one of several values');
  });
});
