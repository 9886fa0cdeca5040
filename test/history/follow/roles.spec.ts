import { io, type Socket } from 'socket.io-client';
import type { HistoryClient } from '../../harness/history/history-client';
import { ServingHistory } from '../../harness/history/serving-history';
import type { Json } from '../../harness/node/node-client';
import { ManagedHistory, readinessOf } from '../../harness/process/managed-history';
import { startPostgres, type PostgresServer } from '../../harness/process/postgres';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

interface Health {
  readonly health: readonly { service: string; status: string; service_data: Json }[];
}

describe('history nodes that share a PostgreSQL database', () => {
  let postgres: PostgresServer;
  let chain: ModelChain;
  let ship: ShipServer;
  let database: string;
  let servers: ServingHistory[];
  /** In the order of their starts. */
  const writers: ManagedHistory[] = [];
  const sockets: Socket[] = [];

  async function startWriter(): Promise<ManagedHistory> {
    const writer = await ManagedHistory.start({
      HISTORY_ROLE: 'index',
      HISTORY_SHIP_URL: ship.url,
      HISTORY_DATABASE_URL: database,
    });
    writers.push(writer);
    return writer;
  }
  const lastWriter = () => writers.at(-1)!;
  const headOf = async (client: HistoryClient) => {
    const { json } = await client.get('/v1/chain/get_info');
    return String(json.head_block_id ?? '');
  };
  const headId = () => Buffer.from(chain.head.blockId).toString('hex');
  const caughtUp = () =>
    until(async () => (await Promise.all(servers.map(headOf))).every((id) => id === headId()));
  const sourceOf = async (client: HistoryClient) => {
    const { health } = await client.read<Health>('/v2/health');
    return health.find(({ service }) => service === 'StateHistory')!;
  };

  /** The history as one server answers it, without durations. */
  async function historyOf(client: HistoryClient) {
    const actions = await client.read<{ actions: { block_num: number }[] }>('/v2/history/get_actions', {
      limit: 1000,
      sort: 'asc',
      track: 'true',
    });
    const deltas = await client.read('/v2/history/get_deltas', { limit: 1000, sort: 'asc' });
    return { ...actions, query_time_ms: 0, deltas: { ...deltas, query_time_ms: 0 } };
  }

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await postgres.createDatabase('history');
    chain = new ModelChain();
    chain.extend(50);
    ship = await ShipServer.start(chain);
    servers = await Promise.all([1, 2].map(() => ServingHistory.start(database)));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await Promise.all(writers.map((writer) => writer.stop('SIGKILL')));
    await Promise.all(servers.map((server) => server.close()));
    await ship.close();
    await postgres.stop();
  });

  it('servers of a database answer 503 and are not ready until a process writes', async () => {
    const { status, json } = await servers[0]!.get('/v2/history/get_actions');
    expect([status, json.message]).toEqual([503, 'the database holds no history yet']);
    await until(async () =>
      (await readinessOf(servers[0]!)).checks['chain:chain']!.detail.includes('no history'),
    );
    expect((await readinessOf(servers[0]!)).ready).toBe(false);
  });

  it('one writer fills the history that both servers answer equally', async () => {
    const writer = await startWriter();
    await writer.started();
    await caughtUp();
    const [first, second] = await Promise.all(servers.map(historyOf));
    expect(first).toEqual(second);
    expect(first!.actions).toHaveLength(49);
    await until(async () => (await sourceOf(servers[0]!)).status === 'OK');
    await until(async () => (await readinessOf(servers[1]!)).ready && (await writer.readiness()).ready);
  });

  it('the stream of a server sends new blocks, forks and the irreversible block after their commit', async () => {
    const socket = io(servers[1]!.url, { path: '/stream', transports: ['websocket'] });
    sockets.push(socket);
    const blocks: number[] = [];
    const events: [string, number][] = [];
    socket.on(
      'message',
      (message: { mode?: string; message?: string; messages?: { block_num: number }[] }) => {
        const documents =
          message.mode === 'live'
            ? [JSON.parse(message.message!) as { block_num: number }]
            : (message.messages ?? []);
        blocks.push(...documents.map(({ block_num }) => block_num));
      },
    );
    socket.on('fork_event', ({ starting_block }: { starting_block: number }) => {
      events.push(['fork', starting_block]);
      blocks.push(-starting_block);
    });
    socket.on('lib_update', ({ block_num }: { block_num: number }) => events.push(['lib', block_num]));
    const request = { contract: 'eosio', action: 'onblock', account: '', filters: [], read_until: 0 };
    await socket.emitWithAck('action_stream_request', { ...request, start_from: 40 });
    await until(() => blocks.includes(50));
    chain.extend(5);
    ship.flush();
    await until(() => blocks.includes(55) && events.some(([kind, num]) => kind === 'lib' && num === 52));
    chain.fork(2, 4);
    ship.flush();
    await until(() => blocks.at(-1) === 57);
    const from = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const forkAt = blocks.indexOf(-54);
    expect(blocks.slice(0, 16)).toEqual(from(40, 55));
    expect(blocks.slice(forkAt + 1)).toEqual(from(54, 57));
    expect(events).toContainEqual(['fork', 54]);
  });

  it('a second writer waits, and takes over when the first one is killed', async () => {
    const first = lastWriter();
    const second = await startWriter();
    await second.started();
    await until(async () =>
      (await second.readiness()).checks['chain:chain']!.detail.includes('another history process writes'),
    );
    // A rollout ends the first one only when the second one is ready.
    expect((await second.readiness()).ready).toBe(true);
    await first.stop('SIGKILL');
    chain.extend(3);
    ship.flush();
    await caughtUp();
    await until(async () =>
      (await second.readiness()).checks['chain:chain']!.detail.startsWith(`block ${chain.head.blockNum},`),
    );
    expect((await second.readiness()).ready).toBe(true);
  });

  it('servers of a database report a killed writer, and have the new blocks when it is back', async () => {
    const before = await historyOf(servers[0]!);
    const { head_block_num } = (await sourceOf(servers[0]!)).service_data;
    expect(head_block_num).toBeGreaterThan(1);
    await lastWriter().stop('SIGKILL');
    for (const client of servers)
      await until(
        async () => (await sourceOf(client)).service_data.error === 'no process writes into the database',
      );
    expect(await sourceOf(servers[0]!)).toMatchObject({
      status: 'Error',
      service_data: { connected: false },
    });
    expect(await historyOf(servers[1]!)).toEqual(before);
    expect((await readinessOf(servers[0]!)).ready).toBe(true);
    chain.fork(2, 12);
    await startWriter();
    await caughtUp();
    const [first, second] = await Promise.all(servers.map(historyOf));
    expect(first).toEqual(second);
    expect(first!.actions.map(({ block_num }) => block_num)).toEqual(
      Array.from({ length: chain.head.blockNum - 1 }, (_, index) => index + 2),
    );
    for (const client of servers) await until(async () => (await sourceOf(client)).status === 'OK');
  });

  it('the management port of a writer has the health of its chains', async () => {
    const answer = await fetch(`http://127.0.0.1:${lastWriter().managementPort}/health`);
    const { chain: document } = (await answer.json()) as { chain: Health };
    expect(document.health.map(({ service }) => service)).toEqual([
      'StateHistory',
      'NodeosRPC',
      'Elasticsearch',
    ]);
  });

  it('servers of a database answer again after it was away', async () => {
    await postgres.crash();
    chain.extend(4);
    ship.flush();
    await caughtUp();
    const [first, second] = await Promise.all(servers.map(historyOf));
    expect(first).toEqual(second);
  });
});
