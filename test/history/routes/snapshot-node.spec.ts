import { bytesToHex, nameFromValue, nameToValue } from '@app/antelope';
import { FollowedHistory } from '../../harness/history/followed-history';
import { asRecorded, type RecordedAnswer, type TracedBlock } from '../../harness/history/recorded-answers';
import { recordedText } from '../../harness/ship/recorded-frames';
import { recordedBlocks, recordedSource, statusOfRecording } from '../../harness/ship/recorded-source';
import { ShipServer } from '../../harness/ship/ship-server';

const recorded = <T>(file: string): T => JSON.parse(recordedText(file, 'ship-snapshot')) as T;
const answersOf = (path: string): RecordedAnswer[] =>
  recorded<RecordedAnswer[]>('snapshot.answers.json').filter((each) => each.path === path);

/** The block of the snapshot that the recorded node was started from. */
const STATE_BLOCK = 991;
/** From here on the token of the recording has another ABI than the state of the snapshot has. */
const FIRST_SETABI = 1042;

type Session = Parameters<typeof statusOfRecording>[0];

interface Replay {
  readonly server: ShipServer;
  readonly history: FollowedHistory;
}

async function replay(session: Session, firstBlock?: number): Promise<Replay> {
  const server = await ShipServer.start(recordedSource([session], statusOfRecording(session)));
  const history = await FollowedHistory.start(server.url, { follow: { firstBlock } });
  const id = bytesToHex(recordedBlocks(session).at(-1)!.thisBlock!.blockId);
  await history.until((last) => bytesToHex(last) === id);
  return { server, history };
}

async function end({ server, history }: Replay): Promise<void> {
  await history.close();
  await server.close();
}

/** Numbers of the blocks that trace_api answers in another way than the recorded node. */
async function differing(history: FollowedHistory, blocks: readonly TracedBlock[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const expected of blocks) {
    const { json } = await history.post('/v1/trace_api/get_block', { block_num: expected.number });
    if (asRecorded(json) !== asRecorded({ ...expected, status: (json as { status: string }).status }))
      numbers.push(expected.number);
  }
  return numbers;
}

describe.each([
  ['all blocks', 'snapshot', 1106],
  ['irreversible blocks', 'snapshot-irreversible', 1044],
] as const)('history of %s of a node that was started from a snapshot', (_title, session, lastNum) => {
  let replayed: Replay;
  const traced = recorded<TracedBlock[]>('snapshot.trace_api.json').filter(({ number }) => number <= lastNum);

  beforeAll(async () => {
    replayed = await replay(session);
  });
  afterAll(() => end(replayed));

  test('trace_api get_block answers every block with the bytes of the node', async () => {
    expect(traced.map(({ number }) => number)).toEqual(
      Array.from({ length: lastNum - STATE_BLOCK }, (_, index) => STATE_BLOCK + 1 + index),
    );
    expect(await differing(replayed.history, traced)).toEqual([]);
  });

  test('trace_api answers 404 for the block of the snapshot, as the node does', async () => {
    const [expected] = answersOf('/v1/trace_api/get_block');
    const byNumber = await replayed.history.post('/v1/trace_api/get_block', { block_num: STATE_BLOCK });
    expect(byNumber).toMatchObject({
      status: expected!.status,
      json: { message: 'Trace API: block trace missing' },
    });
    const id = bytesToHex(recordedBlocks(session)[0]!.thisBlock!.blockId);
    expect((await replayed.history.post('/v1/trace_api/get_block', { block_id: id })).status).toBe(404);
  });

  test('transfers are decoded with the ABI that only the state of the snapshot has', async () => {
    const { actions } = await replayed.history.read<{
      actions: { block_num: number; act: { data: object } }[];
    }>('/v2/history/get_actions', { filter: 'eosio.token:transfer', sort: 'asc', limit: 1000 });
    const early = actions.filter(({ block_num }) => block_num < FIRST_SETABI);
    expect(early).toHaveLength(4);
    for (const { act } of early) expect(Object.keys(act.data)).toContain('note');
  });

  test('the state of the snapshot has the time before the next block, and its id', async () => {
    const block = await replayed.history.reader.block(STATE_BLOCK);
    const [first, next] = recordedBlocks(session);
    expect(block!.id).toEqual(first!.thisBlock!.blockId);
    expect(block!.id).toEqual(next!.prevBlock!.blockId);
    expect(new Date(block!.timeMs).toISOString()).toBe('2026-11-23T05:15:57.000Z');
    expect(await replayed.history.reader.blockTransactions(STATE_BLOCK)).toEqual([]);
  });
});

describe('state of a node that was started from a snapshot', () => {
  let replayed: Replay;

  beforeAll(async () => {
    replayed = await replay('snapshot');
  });
  afterAll(() => end(replayed));

  test.each(answersOf('/v1/chain/get_currency_balance').map(({ body, answer }) => [body['account'], answer]))(
    'get_tokens answers the balance of %s that the node had',
    async (account, balances) => {
      const { tokens } = await replayed.history.read<{ tokens: { amount: number; symbol: string }[] }>(
        '/v2/state/get_tokens',
        { account: String(account) },
      );
      expect(tokens.map(({ amount, symbol }) => `${amount.toFixed(4)} ${symbol}`)).toEqual(balances);
    },
  );

  test('the newest ABI of every contract has the bytes of the node', async () => {
    const answers = answersOf('/v1/chain/get_raw_abi');
    expect(answers).toHaveLength(12);
    for (const { body, answer } of answers) {
      const found = await replayed.history.reader.abi({
        contract: nameToValue(String(body['account_name'])),
      });
      // The base64 of nodeos may end with one sign too many.
      const { abi } = answer as { abi: string };
      expect(bytesToHex(found?.abi ?? new Uint8Array())).toBe(Buffer.from(abi, 'base64').toString('hex'));
    }
  });

  test('the permissions of accounts are those of the node', async () => {
    const answers = answersOf('/v1/chain/get_account');
    expect(answers).toHaveLength(5);
    for (const { answer } of answers) {
      const { account_name, permissions } = answer as {
        account_name: string;
        permissions: { perm_name: string; parent: string; required_auth: { threshold: number } }[];
      };
      const found = await replayed.history.reader.permissions(nameToValue(account_name), 100);
      expect(
        found.map(({ name, parent, authority }) => [
          nameFromValue(name),
          nameFromValue(parent),
          authority.threshold,
        ]),
      ).toEqual(permissions.map((each) => [each.perm_name, each.parent, each.required_auth.threshold]));
    }
  });

  test('get_proposals answers the proposals that are open at the node, also those of the snapshot', async () => {
    const rows = answersOf('/v1/chain/get_table_rows').find(({ body }) => body['table'] === 'proposal');
    const { rows: open } = rows!.answer as { rows: { proposal_name: string }[] };
    expect(open.length).toBeGreaterThan(0);
    const { proposals } = await replayed.history.read<{ proposals: { proposal_name: string }[] }>(
      '/v2/state/get_proposals',
      { proposer: 'bob', executed: 'false', limit: 100 },
    );
    expect(proposals.map(({ proposal_name }) => proposal_name).sort()).toEqual(
      open.map(({ proposal_name }) => proposal_name).sort(),
    );
  });
});

describe('history of a mixed session over the network, across a fork', () => {
  let replayed: Replay;

  beforeAll(async () => {
    replayed = await replay('mixed', 1055);
  });
  afterAll(() => end(replayed));

  test('trace_api get_block leaves out what the plugin does: delayed, failed and context-free ones', async () => {
    expect(replayed.history.following.events).toContain('undone 1071');
    expect(await differing(replayed.history, recorded<TracedBlock[]>('mixed.trace_api.json'))).toEqual([]);
  });

  test('trace_api get_transaction_trace answers 404 for a transaction that failed or only was delayed', async () => {
    const ids: Record<string, string> = {};
    for (let num = 1055; num <= 1100; num++)
      for (const { id, status } of await replayed.history.reader.blockTransactions(num))
        ids[bytesToHex(id)] = status;
    const left = Object.entries(ids).filter(([, status]) => status === 'hard_fail' || status === 'delayed');
    expect(left.length).toBeGreaterThan(2);
    for (const [id] of left)
      expect((await replayed.history.post('/v1/trace_api/get_transaction_trace', { id })).status).toBe(404);
  });

  // Source: mixed.scenario.json, "delay_sec 1 with a context-free action and data".
  const DELAYED = '4abc09a09cabd2b801a565b6d6750d3b38bccb1dba836995269c3928325af490';
  const CONTEXT_FREE = { block_num: 1058, act: { account: 'payloadless', name: 'doit', authorization: [] } };
  const TRANSFER = { block_num: 1060, act: { account: 'eosio.token', name: 'transfer' } };

  test('get_transaction answers the context-free action of a delayed transaction beside those executed later', async () => {
    const { history } = replayed;
    const v2 = await history.read('/v2/history/get_transaction', { id: DELAYED });
    expect(v2).toMatchObject({ executed: true, block_num: 1060, actions: [CONTEXT_FREE, TRANSFER] });
    const { json: v1 } = await history.post('/v1/history/get_transaction', { id: DELAYED });
    const trx = { context_free_actions: [{ name: 'doit' }], actions: [{ name: 'transfer' }] };
    expect(v1).toMatchObject({ block_num: 1060, trx: { trx } });
    const { traces } = v1 as { traces: { block_num: number; context_free: boolean }[] };
    expect(traces.map(({ block_num, context_free }) => [block_num, context_free])).toEqual([
      [1058, true],
      ...[1060, 1060, 1060].map((block_num) => [block_num, false]),
    ]);
  });

  test('get_actions answers the context-free action of a delayed transaction by its account and by the transaction', async () => {
    const { history } = replayed;
    const ofAccount = { account: 'payloadless', filter: 'payloadless:doit', sort: 'asc' };
    const { actions } = await history.read<{ actions: { trx_id: string }[] }>(
      '/v2/history/get_actions',
      ofAccount,
    );
    expect(actions.filter(({ trx_id }) => trx_id === DELAYED)).toMatchObject([CONTEXT_FREE]);
    for (const [sort, expected] of [
      ['asc', [CONTEXT_FREE, TRANSFER]],
      ['desc', [TRANSFER, CONTEXT_FREE]],
    ] as const) {
      const found = await history.read<{ actions: object[] }>('/v2/history/get_actions', {
        trx_id: DELAYED,
        sort,
      });
      expect(found).toMatchObject({ total: { value: 2 }, actions: expected });
      expect(found.actions).toHaveLength(2);
    }
    const narrowed = { trx_id: DELAYED, filter: 'eosio.token:transfer' };
    expect(await history.read('/v2/history/get_actions', narrowed)).toMatchObject({
      total: { value: 1 },
      actions: [TRANSFER],
    });
  });
});
