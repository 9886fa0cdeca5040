import { HistoryClient } from '../../harness/history/history-client';
import { HistoryProcess } from '../../harness/process/history-process';
import { sharedPostgres } from '../../harness/process/postgres';
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

const POLL_MS = 50;

interface Service {
  readonly service: string;
  readonly status: string;
}
interface Actions {
  readonly actions: readonly { readonly block_num: number }[];
}

/** A history process whose connections to the database go through a proxy of its own. */
class ProxiedProcess {
  private constructor(
    readonly process: HistoryProcess,
    readonly proxy: SilentProxy,
    readonly client: HistoryClient,
  ) {}

  static async start(database: string, env: NodeJS.ProcessEnv): Promise<ProxiedProcess> {
    const url = new URL(database);
    const proxy = await SilentProxy.start(Number(url.port));
    url.port = String(proxy.port);
    const process = new HistoryProcess({ ...LIMITS, ...env, HISTORY_DATABASE_URL: url.href });
    return new ProxiedProcess(process, proxy, new HistoryClient(await process.url()));
  }

  async close(): Promise<void> {
    await this.process.stop('SIGKILL');
    await this.proxy.close();
  }
}

describe('history processes whose PostgreSQL falls silent', () => {
  let ship: ShipServer;
  let chain: ModelChain;
  /** Follows, writes and answers. */
  let whole: ProxiedProcess;
  /** Answers what the other one writes. */
  let server: ProxiedProcess;

  beforeAll(async () => {
    const postgres = await sharedPostgres();
    const database = await postgres.createDatabase('silent');
    chain = new ModelChain();
    // Enough for a fill by several sessions, whose connections stay open.
    chain.extend(600);
    ship = await ShipServer.start(chain);
    whole = await ProxiedProcess.start(database, {
      HISTORY_BACKFILL_SESSIONS: '2',
      HISTORY_SHIP_URL: ship.url,
    });
    server = await ProxiedProcess.start(database, { HISTORY_ROLE: 'serve' });
    await until(() => isCurrent(whole), POLL_MS);
    await until(() => isCurrent(server), POLL_MS);
  });
  afterAll(async () => {
    await Promise.all([whole.close(), server.close()]);
    await ship.close();
  });

  /** The head as the process knows it from the commits of the writer, and as it reads it. */
  const isCurrent = async ({ client }: ProxiedProcess): Promise<boolean> => {
    const { status, json } = await client.get<{ health?: Service[] }>('/v2/health');
    const source = json.health?.find(({ service }) => service === 'StateHistory');
    const info = await client.get('/v1/chain/get_info');
    return (
      status === 200 &&
      source?.status === 'OK' &&
      info.json.head_block_id === Buffer.from(chain.head.blockId).toString('hex')
    );
  };

  it('a process that serves answers 503 while its database is silent, and has the new blocks later', async () => {
    server.proxy.silence();
    chain.extend(5);
    ship.flush();
    const { status, json } = await server.client.get('/v2/history/get_actions');
    expect(status).toBe(503);
    expect(json.message).toContain('the database does not answer: ');
    server.proxy.resume();
    await until(() => isCurrent(server), POLL_MS);
  });

  it('a process that serves ends with SIGTERM while its database is silent', async () => {
    server.proxy.silence();
    await server.process.stop('SIGTERM');
    expect(await server.process.exitCode()).toBe(0);
  });

  it('a process that follows answers 503 while its database is silent, and has each block once later', async () => {
    whole.proxy.silence();
    chain.fork(2, 5);
    ship.flush();
    const search = () => whole.client.get<Actions>('/v2/history/get_actions', { limit: 1000, sort: 'asc' });
    const refused = await Promise.all([search(), whole.client.get('/v2/health'), search()]);
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(refused[0].json).toEqual({
      statusCode: 503,
      error: 'Service Unavailable',
      message: expect.stringContaining('the database does not answer: ') as string,
    });
    whole.proxy.resume();
    await until(() => isCurrent(whole), POLL_MS);
    // The thread of searches has connections of its own.
    let found = await search();
    await until(async () => (found = await search()).status === 200, POLL_MS);
    // The first block has no action.
    expect(found.json.actions.map(({ block_num }) => block_num)).toEqual(
      Array.from({ length: chain.head.blockNum - 1 }, (_, index) => index + 2),
    );
  });

  it('a process that follows ends with SIGTERM while its database is silent', async () => {
    whole.proxy.silence();
    await whole.process.stop('SIGTERM');
    expect(await whole.process.exitCode()).toBe(0);
  });
});
