import { HistoryProcess } from '../../harness/process/history-process';
import { freePorts } from '../../harness/process/ports';
import { type PostgresServer, startPostgres } from '../../harness/process/postgres';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly detail: string }>>;
}

describe('a history process that starts while PostgreSQL is away', () => {
  let postgres: PostgresServer;
  let ship: ShipServer;
  let chain: ModelChain;
  let history: HistoryProcess | undefined;

  beforeAll(async () => {
    postgres = await startPostgres();
    chain = new ModelChain();
    chain.extend(10);
    ship = await ShipServer.start(chain);
  });
  afterEach(() => history?.stop('SIGKILL'));
  afterAll(async () => {
    await ship.close();
    await postgres.stop();
  });

  it.each(['index', 'all'])(
    'waits in the role %s, is not ready, and follows when it is back',
    async (role) => {
      const database = await postgres.createDatabase(`late_${role}`);
      await postgres.halt();
      const managementPort = await freePorts();
      history = new HistoryProcess({
        HISTORY_ROLE: role,
        HISTORY_SHIP_URL: ship.url,
        HISTORY_DATABASE_URL: database,
        HISTORY_MANAGEMENT_PORT: String(managementPort),
      });
      await (role === 'index' ? history.isIndexing() : history.url());
      const readiness = async (): Promise<Readiness> => {
        const answer = await fetch(`http://127.0.0.1:${managementPort}/readyz`);
        return (await answer.json()) as Readiness;
      };
      await until(async () => {
        const { ready, checks } = await readiness();
        return !ready && checks['chain:chain']!.detail.includes('the database does not answer');
      });
      await postgres.resume();
      await until(async () => {
        const { ready, checks } = await readiness();
        return ready && checks['chain:chain']!.detail === 'block 10, 0 behind';
      });
    },
  );
});
