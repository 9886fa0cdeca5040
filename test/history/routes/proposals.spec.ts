import { bytesToHex, packTransaction } from '@app/antelope';
import { transactionOf } from '../../../libs/antelope/testing/transfer';
import {
  name,
  noteAction,
  SampleBlocks,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const PROPOSED = packTransaction(
  transactionOf('2030-02-01T00:00:00', {
    account: 'sys.token',
    name: 'transfer',
    authorization: [{ actor: 'alice', permission: 'active' }],
    data: bytesToHex(transferAction('alice', 'bob', '1.0000 SYS').data),
  }),
);

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
    it('/v2/state/get_proposals answers approvals, status and the decoded transaction', async () => {
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
            trx: { actions: [{ account: 'sys.token', name: 'transfer', data: { quantity: '1.0000 SYS' } }] },
          },
        ],
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

  it('get_proposals refuses a track that is no number and names that are none', async () => {
    expect((await history.get('/v2/state/get_proposals', { track: 'much' })).status).toBe(400);
    const { status, json } = await history.get('/v2/state/get_proposals', { account: 'alice,UPPER' });
    expect([status, json['message']]).toEqual([400, 'account: "UPPER" is not a name']);
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
});
