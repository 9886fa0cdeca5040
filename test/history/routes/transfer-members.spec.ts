import { encodeAction, serializeAbi } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import { TRANSFER_STRUCT } from '../../../libs/antelope/testing/transfer';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface Answer {
  readonly actions: readonly {
    readonly block_num: number;
    readonly act: { readonly account: string; readonly data: Record<string, unknown> };
  }[];
  readonly total: { readonly value: number; readonly relation: 'eq' | 'gte' };
}

/** Types of eosio.token's transfer, with the receiver first. */
const [FROM, TO, ...REST] = TRANSFER_STRUCT.fields;
const REVERSED_ABI = ABI.from({
  version: 'eosio::abi/1.2',
  structs: [{ ...TRANSFER_STRUCT, fields: [TO!, FROM!, ...REST] }],
  actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
});

/** The bytes of a transfer to `first` from `second`; the index takes the first name for the sender. */
const reversedTransfer = (first: string, second: string) => ({
  ...transferAction(first, second, '1.0000 SYS', { contract: 'odd.token' }),
  data: encodeAction(REVERSED_ABI, 'transfer', { to: first, from: second, quantity: '1.0000 SYS', memo: '' }),
});

describe('get_actions with members of transfers of a contract whose receiver comes first', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    const made = new SampleBlocks();
    const abis = [
      { account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES },
      { account: name('odd.token'), globalSequence: 0n, abi: serializeAbi(REVERSED_ABI) },
    ];
    const blocks = [
      made.next([], { abis }),
      ...Array.from({ length: 6 }, () =>
        made.next([
          [transferAction('alice', 'bob', '2.0000 SYS')],
          [reversedTransfer('alice', 'mallory')],
          [transferAction('alice', 'bob', '3.0000 SYS', { contract: 'no.abi' })],
        ]),
      ),
    ];
    history = await SampleHistory.start(blocks, { irreversibleNum: 8 });
  });
  afterAll(() => history.close());

  const get = (query: Record<string, unknown>) =>
    history.read<Answer>('/v2/history/get_actions', { sort: 'asc', limit: 100, ...query });
  const contractsOf = ({ actions }: Answer) => new Set(actions.map(({ act }) => act.account));

  it('get_actions by a sender shows no action whose decoded data has another one', async () => {
    const answer = await get({ 'transfer.from': 'alice' });
    expect(contractsOf(answer)).toEqual(new Set(['sys.token', 'no.abi']));
    expect([answer.actions.length, answer.total.value]).toEqual([12, 12]);
    expect((await get({ 'transfer.to': 'mallory' })).total.value).toBe(0);
    expect((await get({ 'transfer.symbol': 'SYS' })).total.value).toBe(18);
  });

  it('pages of get_actions by skip and by cursor have each action once', async () => {
    const all = (await get({ 'transfer.from': 'alice' })).actions;
    for (const limit of [1, 2, 3, 5]) {
      const bySkip: unknown[] = [];
      for (let skip = 0; skip < all.length; skip += limit)
        bySkip.push(...(await get({ 'transfer.from': 'alice', skip, limit })).actions);
      expect(bySkip).toEqual(all);
      const byCursor: unknown[] = [];
      let cursor: unknown;
      do {
        const query = { 'transfer.from': 'alice', limit, ...(cursor === undefined ? {} : { cursor }) };
        const page = await history.read<Answer & { next_cursor?: unknown }>('/v2/history/get_actions', {
          sort: 'asc',
          ...query,
        });
        byCursor.push(...page.actions);
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(byCursor).toEqual(all);
    }
  });

  it('the total of every page of get_actions is the number of actions that paging finds', async () => {
    for (const query of [
      { 'transfer.from': 'alice' },
      { 'transfer.to': 'bob' },
      { 'transfer.symbol': 'SYS' },
    ]) {
      const { actions } = await get(query);
      const exact = { value: actions.length, relation: 'eq' };
      for (const skip of [0, 1, 5])
        for (const limit of [1, 2, 4])
          for (const sort of ['asc', 'desc'])
            expect((await get({ ...query, skip, limit, sort })).total).toEqual(exact);
    }
  });

  it('track of get_actions by a sender bounds the total', async () => {
    const totalOf = async (track: number | boolean) =>
      (await get({ 'transfer.from': 'alice', limit: 1, track })).total;
    expect(await totalOf(true)).toEqual({ value: 12, relation: 'eq' });
    expect(await totalOf(12)).toEqual({ value: 12, relation: 'eq' });
    expect(await totalOf(5)).toEqual({ value: 5, relation: 'gte' });
    expect((await totalOf(false)).relation).toBe('gte');
  });
});

describe('get_actions with members of more transfers than are checked for a total', () => {
  const [TRANSFERS, PER_BLOCK] = [1_150, 50];
  let history: SampleHistory;

  beforeAll(async () => {
    const made = new SampleBlocks();
    const abis = [
      { account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES },
      { account: name('odd.token'), globalSequence: 0n, abi: serializeAbi(REVERSED_ABI) },
    ];
    history = await SampleHistory.start(
      [
        made.next([], { abis }),
        made.next([[reversedTransfer('alice', 'mallory')]]),
        ...Array.from({ length: TRANSFERS / PER_BLOCK }, () =>
          made.next([Array.from({ length: PER_BLOCK }, () => transferAction('alice', 'bob', '2.0000 SYS'))]),
        ),
      ],
      { irreversibleNum: 8 },
    );
  });
  afterAll(() => history.close());

  const totalOf = async (query: Record<string, unknown>) =>
    (await history.read<Answer>('/v2/history/get_actions', { 'transfer.from': 'alice', ...query })).total;

  it('the total of get_actions is a lower limit behind the transfers that are checked', async () => {
    expect(await totalOf({ limit: 10 })).toEqual({ value: 1_000, relation: 'gte' });
    expect(await totalOf({ limit: 10, skip: 1_020 })).toEqual({ value: 1_030, relation: 'gte' });
  });

  it('get_actions with track counts all transfers, without those of another sender', async () => {
    expect(await totalOf({ limit: 10, track: true })).toEqual({ value: TRANSFERS, relation: 'eq' });
    expect(await totalOf({ limit: 10, track: 1_100 })).toEqual({ value: 1_100, relation: 'gte' });
  });
});
