import { bytesToHex } from '@app/antelope';
import { FollowedHistory } from '../../harness/history/followed-history';
import { asRecorded } from '../../harness/history/recorded-answers';
import { recordedText } from '../../harness/ship/recorded-frames';
import { recordedBlocks, recordedSource } from '../../harness/ship/recorded-source';
import { ShipServer } from '../../harness/ship/ship-server';

interface TracedAction {
  readonly global_sequence: number;
  readonly receiver: string;
  readonly account: string;
  readonly action: string;
}
interface TracedTransaction {
  readonly id: string;
  readonly actions: readonly TracedAction[];
}
interface TracedBlock {
  readonly number: number;
  readonly id: string;
  readonly transactions: readonly TracedTransaction[];
}

interface ListedAction {
  readonly block_num: number;
  readonly trx_id: string;
  readonly act: { readonly account: string; readonly name: string };
  readonly receipts: readonly { readonly receiver: string; readonly global_sequence: number }[];
}
type FinalState = Record<
  string,
  { readonly rows: { readonly rows: readonly { readonly balance: string }[] } }
>;

/** The recorded node produced its blocks itself, and has null there. Nodes that followed it have the id of the block. */
const ofFollower = <T extends { readonly id: string; readonly transactions: readonly object[] }>(
  block: T,
): T => ({
  ...block,
  transactions: block.transactions.map((each) => ({ ...each, producer_block_id: block.id })),
});

const traced = (JSON.parse(recordedText('trace_api.json')) as TracedBlock[]).map(ofFollower);
const steps = JSON.parse(recordedText('scenario.json')) as { readonly step: string; readonly id: string }[];
const idOfStep = (name: string): string => steps.find(({ step }) => step === name)!.id;
const lastBlock = recordedBlocks('session').at(-1)!;

describe('history of a session recorded on a real node', () => {
  let server: ShipServer;
  let history: FollowedHistory;

  beforeAll(async () => {
    server = await ShipServer.start(recordedSource([['genesis', 'session']]));
    history = await FollowedHistory.start(server.url);
    const id = bytesToHex(lastBlock.thisBlock!.blockId);
    await history.until((last) => bytesToHex(last) === id);
  });
  afterAll(async () => {
    await history.close();
    await server.close();
  });

  test.each(traced.map((block) => [block.number, block] as const))(
    'trace_api get_block answers block %d with the bytes of the node',
    async (number, expected) => {
      const { status, json } = await history.post('/v1/trace_api/get_block', { block_num: number });
      expect(status).toBe(200);
      expect(asRecorded(json)).toBe(asRecorded(expected));
    },
  );

  test('trace_api get_block by id answers the same block', async () => {
    for (const expected of traced) {
      const { json } = await history.post('/v1/trace_api/get_block', { block_id: expected.id });
      expect(asRecorded(json)).toBe(asRecorded(expected));
    }
  });

  test('trace_api get_transaction_trace answers each transaction with the bytes of the node', async () => {
    const transactions = traced.flatMap((block) => block.transactions);
    expect(transactions.length).toBeGreaterThan(30);
    for (const expected of transactions) {
      const { json } = await history.post('/v1/trace_api/get_transaction_trace', { id: expected.id });
      expect(asRecorded(json)).toBe(JSON.stringify(expected));
    }
  });

  test('get_actions has each receipt of the recorded blocks once, at its block and transaction', async () => {
    const { actions } = await history.read<{ actions: ListedAction[] }>('/v2/history/get_actions', {
      sort: 'asc',
      limit: 1000,
    });
    const recordedBlockNums = new Set(traced.map(({ number }) => number));
    const listed = actions
      .filter(({ block_num }) => recordedBlockNums.has(block_num))
      .flatMap(({ block_num, trx_id, act, receipts }) =>
        receipts.map(({ receiver, global_sequence }) => ({
          global_sequence,
          receiver,
          account: act.account,
          action: act.name,
          trx_id,
          block_num,
        })),
      )
      .sort((one, other) => one.global_sequence - other.global_sequence);
    expect(listed).toEqual(
      traced.flatMap(({ number, transactions }) =>
        transactions.flatMap(({ id, actions: traces }) =>
          traces.map(({ global_sequence, receiver, account, action }) => ({
            global_sequence,
            receiver,
            account,
            action,
            trx_id: id,
            block_num: number,
          })),
        ),
      ),
    );
  });

  test('the parameters of a transfer are decoded with the ABI that the recorded contract had', async () => {
    const { json } = await history.post('/v1/trace_api/get_transaction_trace', {
      id: idOfStep('transfer alice>bob 3.0000 SYS a memo with a - hyphen'),
    });
    expect(json).toMatchObject({
      actions: [1, 2, 3].map(() => ({
        params: { from: 'alice', to: 'bob', quantity: '3.0000 SYS', memo: 'a memo with a - hyphen' },
      })),
    });
  });

  test.each([
    ['act.data.memo', { 'act.data.memo': 'n3' }, 1],
    ['alternatives of act.data.memo', { 'act.data.memo': 'n3,n5,a memo with a - hyphen' }, 3],
    ['act.data.quantity', { 'act.data.quantity': '0.0004 SYS' }, 1],
    ['an excluded act.name', { 'act.name': '!onblock,!transfer', account: 'alice' }, 4],
  ])('get_actions by %s finds the actions of the recording', async (_title, query, count) => {
    expect(await history.read('/v2/history/get_actions', { ...query, limit: 1000 })).toMatchObject({
      total: { value: count, relation: 'eq' },
      actions: Array.from({ length: count }, () => ({})),
    });
  });

  test('get_schedule answers the recorded schedule by its version, as it was proposed and as it was activated', async () => {
    const schedule = (query: object) => history.read('/v2/history/get_schedule', { version: 1, ...query });
    const expected = {
      version: 1,
      proposed_block_num: 5,
      producers: ['prodaa', 'prodbb', 'prodcc'].map((name) => ({ name })),
    };
    expect(await schedule({})).toMatchObject({ ...expected, block_num: 5 });
    expect(await schedule({ mode: 'activated' })).toMatchObject({ ...expected, block_num: 6 });
  });

  test('get_tokens answers the balances that the node had at the end', async () => {
    const finalState = JSON.parse(recordedText('final-state.json')) as FinalState;
    for (const [account, { rows }] of Object.entries(finalState)) {
      const { tokens } = await history.read<{ tokens: { amount: number; symbol: string }[] }>(
        '/v2/state/get_tokens',
        { account },
      );
      expect(tokens.map(({ amount, symbol }) => `${amount.toFixed(4)} ${symbol}`)).toEqual(
        rows.rows.map(({ balance }) => balance),
      );
    }
  });
});

describe('history of a fork recorded on a real node', () => {
  let server: ShipServer;
  let history: FollowedHistory;

  beforeAll(async () => {
    server = await ShipServer.start(recordedSource(['fork']));
    history = await FollowedHistory.start(server.url);
    const id = bytesToHex(recordedBlocks('fork').at(-1)!.thisBlock!.blockId);
    await history.until((last) => bytesToHex(last) === id);
  });
  afterAll(async () => {
    await history.close();
    await server.close();
  });

  test('a transaction of the losing branch is found by no route', async () => {
    const id = idOfStep('transfer bob>carol 2.0000 SYS only on B: forked away');
    expect((await history.post('/v1/trace_api/get_transaction_trace', { id })).status).toBe(404);
    expect(await history.read('/v2/history/get_transaction', { id })).toMatchObject({ executed: false });
    expect(await history.read('/v2/history/get_actions', { trx_id: id })).toMatchObject({ actions: [] });
    expect(await history.read('/v2/history/get_actions', { account: 'bob' })).toMatchObject({ actions: [] });
  });

  test('the block of the winning branch has the bytes of the node', async () => {
    const expected = traced.find(({ number }) => number === 160);
    const { json } = await history.post('/v1/trace_api/get_block', { block_num: 160 });
    expect(asRecorded(json)).toBe(asRecorded(expected));
    const id = idOfStep('transfer alice>carol 1.0000 SYS only on A');
    expect(await history.read('/v2/history/get_transaction', { id })).toMatchObject({ executed: true });
  });
});
