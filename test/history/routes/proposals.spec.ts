import { bytesToHex, packTransaction, type Transaction } from '@app/antelope';
import { transactionOf } from '../../../libs/antelope/testing/transfer';
import {
  name,
  noteAction,
  SampleBlocks,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const TRANSFER = {
  account: 'sys.token',
  name: 'transfer',
  authorization: [{ actor: 'alice', permission: 'active' }],
};
const packed = (memo: string) => ({
  ...TRANSFER,
  data: bytesToHex(transferAction('alice', 'bob', '1.0000 SYS', { memo }).data),
});
const TRANSACTION: Transaction = {
  ...transactionOf('2030-02-01T00:00:00', packed('own')),
  ...{ ref_block_num: 5, ref_block_prefix: 6, max_net_usage_words: 7, max_cpu_usage_ms: 8, delay_sec: 9 },
  context_free_actions: [packed('free')],
  transaction_extensions: [[3, 'ab']],
};
const PROPOSED = packTransaction(TRANSACTION);

/** Made by bob in one block, with the event that closed it. */
const closedProposal = (proposal: string, kind: 'executed' | 'cancelled', globalSequence: bigint) => {
  const key = { proposer: name('bob'), name: name(proposal), globalSequence };
  return [
    { ...key, kind: 'proposed' as const, transaction: PROPOSED, requested: [] },
    { ...key, kind },
  ];
};

function blocks() {
  const made = new SampleBlocks();
  return [
    made.next([], {
      abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }],
    }),
    made.next([[noteAction('alice', 'create')]]),
    made.next([[noteAction('alice', 'propose')]], {
      proposals: [
        ...closedProposal('done', 'executed', 900n),
        ...closedProposal('withdrawn', 'cancelled', 901n),
        {
          kind: 'proposed',
          proposer: name('alice'),
          name: name('first'),
          globalSequence: 1001n,
          transaction: PROPOSED,
          requested: [
            { actor: name('bob'), permission: name('active') },
            { actor: name('carol'), permission: name('active') },
          ],
        },
        {
          kind: 'approved',
          proposer: name('alice'),
          name: name('first'),
          level: { actor: name('bob'), permission: name('active') },
          timeMs: Date.UTC(2030, 0, 1),
        },
      ],
    }),
  ];
}

describe('route of proposals', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('state of proposals', () => {
    it('/v2/state/get_proposals answers approvals, status and the whole transaction, decoded', async () => {
      const { json } = await history.get('/v2/state/get_proposals', { proposer: 'alice' });
      expect(json).toMatchObject({
        cached: false,
        total: { value: 1, relation: 'eq' },
        proposals: [
          {
            proposer: 'alice',
            proposal_name: 'first',
            block_num: 4,
            executed: false,
            status: 'open',
            provided_approvals: [{ actor: 'bob', permission: 'active', time: '2030-01-01T00:00:00.000' }],
            requested_approvals: [{ actor: 'carol', permission: 'active', time: '1970-01-01T00:00:00.000' }],
            expiration: '2030-02-01T00:00:00',
          },
        ],
      });
      const shown = (memo: string) => ({
        ...TRANSFER,
        data: { from: 'alice', to: 'bob', quantity: '1.0000 SYS', memo },
      });
      const [{ trx } = {}] = json['proposals'] as { readonly trx?: unknown }[];
      expect(trx).toEqual({
        ...TRANSACTION,
        context_free_actions: [shown('free')],
        actions: [shown('own')],
      });
    });

    it.each([
      ['proposer', { proposer: 'alice' }, 1],
      ['another proposer', { proposer: 'bob' }, 2],
      ['proposal', { proposal: 'first' }, 1],
      ['account', { account: 'carol' }, 1],
      ['one of several accounts', { account: 'dave, carol' }, 1],
      ['accounts of no proposal', { account: 'dave,erin' }, 0],
      ['limit', { limit: 1 }, 1],
      ['requested', { requested: 'carol' }, 1],
      ['requested of an approval that is given', { requested: 'bob' }, 0],
      ['requested with a permission', { requested: 'carol@owner' }, 0],
      ['provided', { provided: 'bob@active' }, 1],
      ['skip', { skip: 1 }, 2],
    ])('%s is a condition of get_proposals', async (_what, query, count) => {
      const { json } = await history.get('/v2/state/get_proposals', query);
      expect(json['proposals']).toHaveLength(count);
    });
  });

  it.each([
    [2, { value: 2, relation: 'gte' }],
    [3, { value: 3, relation: 'eq' }],
    ['true', { value: 3, relation: 'eq' }],
  ])(
    'track=%s of get_proposals bounds the total, and the total says that it is a bound',
    async (track, total) => {
      expect((await history.get('/v2/state/get_proposals', { track, limit: 1 })).json).toMatchObject({
        total,
      });
    },
  );

  it('get_proposals refuses a track that is no number, and names and approvers that are none', async () => {
    expect((await history.get('/v2/state/get_proposals', { track: 'much' })).status).toBe(400);
    for (const [query, message] of [
      [{ account: 'alice,UPPER' }, 'account: "UPPER" is not a name'],
      [{ requested: 'bob@active@owner' }, 'requested: takes actor or actor@permission'],
    ] as const) {
      const { status, json } = await history.get('/v2/state/get_proposals', query);
      expect([status, json['message']]).toEqual([400, message]);
    }
  });

  it.each([
    ['executed=true lists executed proposals', { executed: true }, [['done', true, 'executed']]],
    ['executed=false lists open proposals', { executed: false }, [['first', false, 'open']]],
    [
      'no executed lists cancelled proposals too, as not executed',
      {},
      [
        ['first', false, 'open'],
        ['withdrawn', false, 'cancelled'],
        ['done', true, 'executed'],
      ],
    ],
  ])('/v2/state/get_proposals finds the proposals with %s', async (_what, query, expected) => {
    const { json } = await history.get('/v2/state/get_proposals', query);
    const proposals = json['proposals'] as { proposal_name: string; executed: boolean; status: string }[];
    expect(proposals.map((each) => [each.proposal_name, each.executed, each.status])).toEqual(expected);
  });

  it('expired of get_proposals finds by the time of the last indexed block', async () => {
    const made = new SampleBlocks();
    const proposed = (proposal: string, expiration: string, globalSequence: bigint) => ({
      ...{ kind: 'proposed' as const, proposer: name('alice'), name: name(proposal), globalSequence },
      ...{ transaction: packTransaction({ ...TRANSACTION, expiration }), requested: [] },
    });
    // The head is of 2030-01-01T00:00:01.
    const proposals = [
      proposed('before', '2030-01-01T00:00:00', 1_000n),
      proposed('same', '2030-01-01T00:00:01', 1_001n),
      proposed('behind', '2030-01-01T00:00:02', 1_002n),
      { ...proposed('none', '2030-01-01T00:00:02', 1_003n), transaction: Uint8Array.of(1, 2, 3) },
    ];
    const own = await SampleHistory.start([made.next([], { proposals })]);
    const namesOf = async (expired: unknown) => {
      const { json } = await own.get('/v2/state/get_proposals', { expired });
      return (json['proposals'] as { proposal_name: string }[]).map(({ proposal_name }) => proposal_name);
    };
    expect(await namesOf(true)).toEqual(['before']);
    expect(await namesOf(false)).toEqual(['behind', 'same']);
    expect((await own.get('/v2/state/get_proposals', { expired: 'soon' })).status).toBe(400);
    await own.close();
  });

  it('next_cursor of get_proposals leads through all of them, with the same total', async () => {
    const found: string[] = [];
    let cursor = '';
    do {
      const { status, json } = await history.get<{
        readonly total: object;
        readonly proposals: readonly { readonly proposal_name: string }[];
        readonly next_cursor?: string;
      }>('/v2/state/get_proposals', { limit: 1, cursor });
      expect([status, json.total]).toEqual([200, { value: 3, relation: 'eq' }]);
      found.push(...json.proposals.map(({ proposal_name }) => proposal_name));
      cursor = json.next_cursor ?? '';
    } while (cursor !== '');
    expect(found).toEqual(['first', 'withdrawn', 'done']);
  });

  it.each(['x', '1', '1-2-3', '99999999999999999999-1-1-1', '1-2-3-99999999999999999999', '-1-1-1-1'])(
    'get_proposals refuses the cursor %s by its name',
    async (cursor) => {
      const { status, json } = await history.get('/v2/state/get_proposals', { cursor });
      expect([status, json['message']]).toEqual([400, expect.stringMatching(/^cursor: must be/)]);
    },
  );

  it('a cursor before all proposals, which no page has, is answered', async () => {
    const { status, json } = await history.get('/v2/state/get_proposals', {
      cursor: '18446744073709551615-9999999999-0-0',
    });
    expect([status, (json['proposals'] as unknown[]).length]).toEqual([200, 3]);
  });
});

describe('large proposals', () => {
  const LARGE = 5;
  let history: SampleHistory;

  beforeAll(async () => {
    const made = new SampleBlocks();
    const transaction = packTransaction(
      transactionOf('2030-02-01T00:00:00', {
        account: 'sys.token',
        name: 'note',
        authorization: [{ actor: 'alice', permission: 'active' }],
        data: bytesToHex(noteAction('alice', '\u0001'.repeat(510 * 1024)).data),
      }),
    );
    const proposals = Array.from({ length: LARGE }, (_proposal, index) => ({
      ...{ kind: 'proposed' as const, proposer: name('mallory'), name: name(`large${index + 1}`) },
      ...{ globalSequence: BigInt(1_000 + index), transaction },
      requested: [{ actor: name('victim'), permission: name('active') }],
    }));
    const abis = [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }];
    history = await SampleHistory.start([made.next([], { abis }), made.next([], { proposals })]);
  });
  afterAll(() => history.close());

  interface LargePage {
    readonly proposals: readonly { readonly proposal_name: string; readonly trx: object }[];
    readonly cut_at_bytes?: number;
    readonly next_cursor?: string;
    readonly message?: string;
  }
  const namesOf = ({ proposals }: LargePage): string[] => proposals.map(({ proposal_name }) => proposal_name);

  it.each([{}, { account: 'victim' }, { requested: 'victim' }])(
    'pages of get_proposals with %j pass the gateway, and lead to everything behind them',
    async (query) => {
      const found: string[] = [];
      let cursor = '';
      do {
        const { status, text, json } = await history.get<LargePage>('/v2/state/get_proposals', {
          ...query,
          cursor,
        });
        expect(status).toBe(200);
        expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024 * 1024);
        if (json.next_cursor !== undefined) expect(json.cut_at_bytes).toBe(1024 * 1024);
        found.push(...namesOf(json));
        cursor = json.next_cursor ?? '';
      } while (cursor !== '');
      expect(found).toEqual(['large5', 'large4', 'large3', 'large2', 'large1']);
    },
  );

  it('a large page of get_proposals behind skipped ones is refused, and a lower limit is answered', async () => {
    const route = '/v2/state/get_proposals';
    const refused = await history.get<LargePage>(route, { skip: 1 });
    expect(refused.status).toBe(400);
    expect(refused.json.message).toMatch(
      /^limit: .*; 2 of its entries fit\. Take a lower one, or the cursor/,
    );
    const page = await history.read<LargePage>(route, { skip: 1, limit: 2 });
    expect(namesOf(page)).toEqual(['large4', 'large3']);
  });
});
