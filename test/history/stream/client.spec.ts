import { HyperionStreamClient } from '@eosrio/hyperion-stream-client';
import { io, type Socket } from 'socket.io-client';
import { ServedChain } from '../../harness/history/served-chain';
import { transfer } from '../../harness/node/test-chain';
import { until } from '../../harness/until';

interface Content {
  readonly global_sequence: number;
  readonly block_num: number;
  readonly act: { readonly data: { readonly memo: string } };
  readonly scope: string;
  readonly data: { readonly balance: string };
}

interface Received {
  readonly mode: string;
  readonly irreversible: boolean;
  readonly content: Content;
}

const ALICE = { contract: 'btc.token', action: 'transfer', account: 'alice', filters: [] };

describe('the published stream client', () => {
  let served: ServedChain;
  let client: HyperionStreamClient;
  let received: Received[];
  let irreversible: Received[];

  beforeAll(async () => {
    jest.spyOn(console, 'log').mockImplementation();
    served = await ServedChain.start();
  });
  afterAll(async () => {
    await served.close();
    jest.restoreAllMocks();
  });

  beforeEach(async () => {
    received = [];
    irreversible = [];
    client = new HyperionStreamClient({ endpoint: served.url, libStream: true });
    client.setAsyncDataHandler(async (data) => {
      received.push({ ...(data as unknown as Received) });
    });
    client.setAsyncLibDataHandler(async (data) => {
      irreversible.push({ ...(data as unknown as Received) });
    });
    await client.connect();
  });
  afterEach(() => client.disconnect());

  async function pay(memo: string, from = 'alice', to = 'bob'): Promise<void> {
    const { node } = served.chain;
    const { status, text } = await node.transact(
      [transfer(from, to, '0.00010000 BTC', { memo })],
      [node.keyOf(from)],
    );
    if (status !== 202) throw new Error(text);
    await served.chain.produce(1);
  }

  const streamActions = (request: object) =>
    client.streamActions({
      ...ALICE,
      ...{ start_from: 0, read_until: 0 },
      ...request,
    });
  const memos = (): string[] => received.map(({ content }) => content.act.data.memo);

  it('the published client gets the past, then new blocks, each action once', async () => {
    const firstBlock = served.chain.chain.head().num + 1;
    for (let index = 0; index < 12; index++) await pay(`past ${index}`);
    await served.caughtUp();
    const answer = await streamActions({ start_from: firstBlock });
    expect(answer).toMatchObject({ status: 'OK', reqUUID: expect.any(String) });
    for (let index = 0; index < 5; index++) await pay(`new ${index}`);
    await until(() => received.length >= 17);
    const { actions } = await served.read<{ actions: Content[] }>('/v2/history/get_actions', {
      ...{ account: 'alice', filter: 'btc.token:transfer', after: firstBlock, sort: 'asc', limit: 100 },
    });
    expect(received.map(({ content }) => content.global_sequence)).toEqual(
      actions.map(({ global_sequence }) => global_sequence),
    );
    expect(received.at(0)?.mode).toBe('history');
    expect(received.at(-1)?.mode).toBe('live');
  });

  it('the published client gets new blocks only with start_from 0, and what its filters select', async () => {
    await streamActions({ filters: [{ field: 'act.data.memo', value: 'wanted' }] });
    await pay('other');
    await pay('wanted');
    await pay('wanted', 'bob', 'alice');
    await until(() => received.length >= 2);
    expect(memos()).toEqual(['wanted', 'wanted']);
  });

  it('the published client gets the past alone with ignore_live, and where it ends', async () => {
    const firstBlock = served.chain.chain.head().num + 1;
    for (let index = 0; index < 3; index++) await pay(`past ${index}`);
    await served.caughtUp();
    const live: string[] = [];
    const other = new HyperionStreamClient({ endpoint: served.url });
    other.setAsyncDataHandler(async (data) => {
      live.push((data as unknown as Received).content.act.data.memo);
    });
    await other.connect();
    await other.streamActions({ ...ALICE, start_from: 0, read_until: 0 });
    const ends: unknown[] = [];
    // The client passes over this event of Hyperion's server: its users listen to the socket.
    const { socket } = client as unknown as { socket: Socket };
    socket.on('message', (message: { type?: string }) => {
      if (message.type === 'history_end') ends.push(message);
    });
    const answer = await streamActions({ start_from: firstBlock, ignore_live: true });
    await until(() => ends.length > 0);
    for (let index = 0; index < 2; index++) await pay(`new ${index}`);
    await until(() => live.length >= 2);
    other.disconnect();
    const { reqUUID } = answer as unknown as { reqUUID: string };
    const message = { lastBlock: firstBlock + 2 };
    expect(ends).toEqual([{ type: 'history_end', reqUUID, mode: 'history', message }]);
    expect(received.map(({ mode, content }) => [mode, content.act.data.memo])).toEqual(
      ['past 0', 'past 1', 'past 2'].map((memo) => ['history', memo]),
    );
  });

  it('the published client gets what filters on lists and on amounts select, up to a time', async () => {
    const { num: before, timeMs } = served.chain.chain.head();
    await pay('to bob');
    await pay('to carol', 'alice', 'carol');
    await served.caughtUp();
    const filters = [
      { field: 'receipts.receiver', value: 'bob' },
      { field: 'act.authorization.actor', value: 'alice' },
      { field: 'act.data.quantity', value: '0.0001', operator: 'gte', asset: 'BTC' },
    ];
    const read_until = new Date(timeMs + 60 * 60 * 1000).toISOString();
    await streamActions({ start_from: before + 1, read_until, filters });
    await until(() => received.length >= 1);
    await pay('later, to bob');
    await until(() => received.length >= 2);
    expect(memos()).toEqual(['to bob', 'later, to bob']);
  });

  it('the published client gets rows of tables', async () => {
    await client.streamDeltas({
      ...{ code: 'btc.token', table: 'accounts', scope: 'bob', payer: '' },
      ...{ start_from: 0, read_until: 0 },
    });
    await pay('row');
    await until(() => received.length >= 1);
    expect(received[0]?.content).toMatchObject({
      scope: 'bob',
      data: { balance: expect.stringMatching(/ BTC$/), symbol: 'BTC' },
    });
  });

  it('the published client gets irreversible data after the chain made it irreversible', async () => {
    await streamActions({});
    await pay('to be irreversible');
    await until(() => received.length >= 1);
    const block = received[0]?.content.block_num ?? 0;
    await served.chain.produce(10);
    await until(() => irreversible.length >= 1);
    expect(irreversible[0]).toMatchObject({ irreversible: true, content: { block_num: block } });
    expect(served.chain.chain.lastIrreversible().num).toBeGreaterThanOrEqual(block);
  });

  it('the published client takes its endpoint later, and emits connect, data, libData and libUpdate', async () => {
    const other = new HyperionStreamClient({ endpoint: 'http://127.0.0.1:1', libStream: true });
    const events: string[] = [];
    for (const event of ['connect', 'data', 'libData', 'libUpdate'])
      other.on(event, () => events.push(event));
    other.setEndpoint(served.url);
    other.setAsyncDataHandler(async () => undefined);
    other.setAsyncLibDataHandler(async () => undefined);
    await other.connect();
    expect(other.online).toBe(true);
    expect(events).toContain('connect');
    await served.caughtUp();
    await other.streamActions({
      ...ALICE,
      ...{ start_from: 0, read_until: 0 },
    });
    await pay('for the events');
    const { num } = served.chain.chain.head();
    await until(() => events.includes('data') && other.lastBlockNum === num);
    await served.chain.produce(10);
    await until(() => events.includes('libUpdate') && events.includes('libData'));
    other.disconnect();
    expect(other.online).toBe(false);
  });

  it('the published client receives the reason of a refused request', async () => {
    await expect(streamActions({ account: 'NOT A NAME' })).rejects.toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('account'),
    });
    await expect(streamActions({ start_from: 'yesterday' })).rejects.toMatchObject({ status: 'FAIL' });
  });

  it('a client of the newer generation gets its handshake, and cancels', async () => {
    const socket = io(served.url, { path: '/stream', transports: ['websocket'] });
    const handshake = await new Promise((resolve) => socket.once('handshake', resolve));
    expect(handshake).toEqual({ chain: 'test', chain_id: served.chain.chain.chainId });
    const answer = (await socket.emitWithAck('action_stream_request', { contract: 'btc.token' })) as {
      reqUUID: string;
    };
    const messages: unknown[] = [];
    socket.on('message', (message) => messages.push(message));
    expect(await socket.emitWithAck('cancel_stream_request', { reqUUID: answer.reqUUID })).toMatchObject({
      status: 'OK',
    });
    await streamActions({});
    await pay('after the cancellation');
    await until(() => received.length >= 1);
    expect(messages).toEqual([]);
    socket.disconnect();
  });

  it('/stream-client.js is the script of the client, and health says that streams are served', async () => {
    const response = await fetch(`${served.url}/stream-client.js`);
    expect(response.headers.get('content-type')).toContain('application/javascript');
    expect(await response.text()).toContain('HyperionStreamClient');
    expect(await served.read('/v2/health')).toMatchObject({ features: { streaming: { enable: true } } });
  });
});
