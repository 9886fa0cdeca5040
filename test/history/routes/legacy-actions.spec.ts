import {
  name,
  noteAction,
  SampleBlocks,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface LegacyAction {
  readonly account_action_seq: number;
  readonly global_action_seq: number;
  readonly block_num: number;
  readonly action_trace: { readonly receiver: string; readonly act: { readonly name: string } };
}

interface Answer {
  readonly actions: readonly LegacyAction[];
}

describe('legacy actions', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    const made = new SampleBlocks();
    const blocks = [
      made.next([], { abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }] }),
      ...Array.from({ length: 30 }, (_unused, index) =>
        made.next([[transferAction('alice', 'bob', `${index + 1}.0000 SYS`)]]),
      ),
      made.next([[noteAction('carol', 'root'), { ...noteAction('carol', 'inline'), creator: 1 }]]),
    ];
    history = await SampleHistory.start(blocks, { irreversibleNum: 10 });
  });
  afterAll(() => history.close());

  const post = async (body: unknown): Promise<Answer> => {
    const { status, json, text } = await history.post<Answer>('/v1/history/get_actions', body);
    if (status !== 200) throw new Error(text);
    return json;
  };
  const blocksOf = ({ actions }: Answer): number[] => actions.map(({ block_num }) => block_num);
  const from = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_unused, index) => first - index);

  it('/v1/history/get_actions answers 21 actions, newest first, with the receipt of the account', async () => {
    const answer = await post({ account_name: 'bob' });
    expect(blocksOf(answer)).toEqual(from(32, 21));
    expect(answer).toMatchObject({
      query_time: expect.any(Number),
      last_irreversible_block: 10,
      head_block_num: 33,
    });
    expect(answer.actions[0]).toMatchObject({
      account_action_seq: 30,
      global_action_seq: 1089,
      block_num: 32,
      block_time: '2030-01-01T00:00:16.000',
      action_trace: {
        receiver: 'bob',
        receipt: { receiver: 'bob', recv_sequence: 30 },
        act: {
          account: 'sys.token',
          name: 'transfer',
          authorization: [{ actor: 'alice', permission: 'active' }],
          data: { from: 'alice', to: 'bob', quantity: '30.0000 SYS' },
          hex_data: expect.stringMatching(/^[0-9a-f]+$/),
        },
        block_num: 32,
      },
    });
  });

  it.each([
    ['pos and offset', { pos: 2, offset: 2 }, [30, 29, 28]],
    ['offset 0', { offset: 0 }, [32]],
    ['pos -1 and a negative offset: the last, oldest first', { pos: -1, offset: -3 }, [30, 31, 32]],
    ['pos -1 and a positive offset', { pos: -1, offset: 5 }, [32]],
    ['null, as eosjs sends it', { pos: null, offset: null }, from(32, 21)],
    ['sort asc', { sort: 'asc', offset: 1 }, [3, 4]],
    ['sort 1', { sort: 1, offset: 1 }, [3, 4]],
    ['after and before', { after: '2030-01-01T00:00:02', before: '2030-01-01T00:00:03' }, [6, 5, 4]],
    ['filter', { filter: 'sys.token:note' }, []],
  ])(
    '/v1/history/get_actions with %s returns the actions that nodeos returns',
    async (_what, body, expected) => {
      expect(blocksOf(await post({ account_name: 'bob', ...body }))).toEqual(expected);
    },
  );

  it('/v1/history/get_actions without an account returns all actions', async () => {
    expect(blocksOf(await post({ offset: 2 }))).toEqual([33, 33, 32]);
  });

  it('the parent of /v1/history/get_actions finds the actions that one created', async () => {
    const { actions } = await post({ account_name: 'carol', filter: '*:note' });
    const [, root] = actions;
    const children = await post({ parent: root?.global_action_seq });
    expect(children.actions).toEqual([actions[0]]);
    expect((await post({ parent: 1 })).actions).toEqual([]);
  });

  it('GET /v1/history/get_actions takes the same members as its query', async () => {
    const answer = await history.read<Answer>('/v1/history/get_actions', { account_name: 'bob', offset: 0 });
    expect(blocksOf(answer)).toEqual([32]);
  });

  it.each([
    [{ sort: 'up' }, 'invalid sort direction: sort takes desc, asc, 1 and -1'],
    [{ pos: 'first' }, 'pos: must be an integer'],
    [{ pos: true }, 'pos: must be an integer'],
    [{ pos: [] }, 'pos: must be an integer'],
    [{ pos: -2 }, 'pos: must be -1 to 10000'],
    [{ pos: 10_001 }, 'pos: must be -1 to 10000'],
    [{ offset: [null] }, 'offset: must be an integer'],
    [{ offset: '1e3' }, 'offset: must be an integer'],
    [{ parent: 1.5 }, 'parent: must be an integer'],
    [{ after: 'yesterday' }, 'after: "yesterday" is no block number and no time'],
    [{ before: '2030-02-30' }, 'before: "2030-02-30" is no block number and no time'],
    [{ filter: 'ab' }, 'filter must be longer than or equal to 3 characters'],
    [{ account_name: 'a'.repeat(13) }, 'account_name must be'],
    ['{', 'JSON'],
  ])('/v1/history/get_actions refuses %j', async (body, message) => {
    const { status, json } = await history.post('/v1/history/get_actions', body);
    expect({ status, statusCode: json['statusCode'] }).toEqual({ status: 400, statusCode: 400 });
    expect(json['message']).toContain(message);
  });
});
