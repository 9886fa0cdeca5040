import { HistoryClient } from '../../harness/history/history-client';
import { HistoryProcess } from '../../harness/process/history-process';
import { type PostgresServer, startPostgres } from '../../harness/process/postgres';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { SilentProxy } from '../../harness/silent-proxy';
import { until } from '../../harness/until';

/** Short limits: the specs wait for each of them. */
const LIMITS = {
  HISTORY_DATABASE_CONNECT_TIMEOUT_MS: '1500',
  HISTORY_DATABASE_READ_TIMEOUT_MS: '3000',
  HISTORY_DATABASE_WRITE_TIMEOUT_MS: '3000',
};

interface Service {
  readonly service: string;
  readonly status: string;
}
interface Actions {
  readonly actions: readonly { readonly block_num: number }[];
}

describe('a history process whose PostgreSQL falls silent', () => {
  let postgres: PostgresServer;
  let proxy: SilentProxy;
  let ship: ShipServer;
  let chain: ModelChain;
  let history: HistoryProcess;
  let client: HistoryClient;

  beforeEach(async () => {
    postgres = await startPostgres();
    const database = new URL(await postgres.createDatabase('silent'));
    proxy = await SilentProxy.start(Number(database.port));
    database.port = String(proxy.port);
    chain = new ModelChain();
    // Enough for a fill by several sessions, whose connections stay open.
    chain.extend(600);
    ship = await ShipServer.start(chain);
    history = new HistoryProcess({
      ...LIMITS,
      HISTORY_BACKFILL_SESSIONS: '2',
      HISTORY_SHIP_URL: ship.url,
      HISTORY_DATABASE_URL: database.href,
    });
    client = new HistoryClient(await history.url());
    await until(isCurrent);
  });
  afterEach(async () => {
    await history.stop('SIGKILL');
    await proxy.close();
    await ship.close();
    await postgres.stop();
  });

  const isCurrent = async (): Promise<boolean> => {
    const { json } = await client.get('/v1/chain/get_info');
    return json.head_block_id === Buffer.from(chain.head.blockId).toString('hex');
  };
  const search = () => client.get<Actions>('/v2/history/get_actions', { limit: 1000, sort: 'asc' });

  it('answers 503 with the reason, and follows every block once when the database is back', async () => {
    proxy.silence();
    chain.fork(2, 5);
    ship.flush();
    const refused = await Promise.all([search(), client.get('/v2/health'), search()]);
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(refused[0].json).toEqual({
      statusCode: 503,
      error: 'Service Unavailable',
      message: expect.stringContaining('the database does not answer: ') as string,
    });
    proxy.resume();
    await until(isCurrent);
    const { json } = await search();
    // The first block has no action.
    expect(json.actions.map(({ block_num }) => block_num)).toEqual(
      Array.from({ length: chain.head.blockNum - 1 }, (_, index) => index + 2),
    );
  });

  it('ends with SIGTERM', async () => {
    proxy.silence();
    await history.stop('SIGTERM');
    expect(await history.exitCode()).toBe(0);
  });
});

describe('a process that serves a PostgreSQL which falls silent', () => {
  let postgres: PostgresServer;
  let proxy: SilentProxy;
  let ship: ShipServer;
  let chain: ModelChain;
  let writer: HistoryProcess;
  let server: HistoryProcess;
  let client: HistoryClient;

  beforeAll(async () => {
    postgres = await startPostgres();
    const database = await postgres.createDatabase('served');
    const silent = new URL(database);
    proxy = await SilentProxy.start(Number(silent.port));
    silent.port = String(proxy.port);
    chain = new ModelChain();
    chain.extend(30);
    ship = await ShipServer.start(chain);
    writer = new HistoryProcess({
      HISTORY_ROLE: 'index',
      HISTORY_SHIP_URL: ship.url,
      HISTORY_DATABASE_URL: database,
    });
    server = new HistoryProcess({ ...LIMITS, HISTORY_ROLE: 'serve', HISTORY_DATABASE_URL: silent.href });
    client = new HistoryClient(await server.url());
    await until(isCurrent);
  });
  afterAll(async () => {
    await Promise.all([writer, server].map((process) => process.stop('SIGKILL')));
    await proxy.close();
    await ship.close();
    await postgres.stop();
  });

  /** The head as the process knows it from the commits of the writer, and as it reads it. */
  const isCurrent = async (): Promise<boolean> => {
    const { status, json } = await client.get<{ health?: Service[] }>('/v2/health');
    const source = json.health?.find(({ service }) => service === 'StateHistory');
    const info = await client.get('/v1/chain/get_info');
    return (
      status === 200 &&
      source?.status === 'OK' &&
      info.json.head_block_id === Buffer.from(chain.head.blockId).toString('hex')
    );
  };

  it('answers 503, and has the blocks and the health of the writer again when the database is back', async () => {
    proxy.silence();
    chain.extend(5);
    ship.flush();
    const { status, json } = await client.get('/v2/history/get_actions');
    expect(status).toBe(503);
    expect(json.message).toContain('the database does not answer: ');
    proxy.resume();
    await until(isCurrent);
  });

  it('ends with SIGTERM while the database is silent', async () => {
    proxy.silence();
    await server.stop('SIGTERM');
    expect(await server.exitCode()).toBe(0);
  });
});
