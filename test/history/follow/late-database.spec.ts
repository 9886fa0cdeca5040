import { HistoryProcess } from '../../harness/process/history-process';
import { freePorts } from '../../harness/process/ports';
import { type PostgresServer, startPostgres } from '../../harness/process/postgres';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

const POLL_MS = 50;
const ROLES = ['index', 'all'];

interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly detail: string }>>;
}

/** Prints the file names of all modules at SIGUSR2. */
const PRINTS_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  const { cache } = createRequire(process.argv[1]);
  process.on('SIGUSR2', () => console.log('modules: ' + Object.keys(cache).join()));
`)}`;

/** A history process and its management port. */
async function start(env: NodeJS.ProcessEnv) {
  const managementPort = await freePorts();
  const process = new HistoryProcess({ ...env, HISTORY_MANAGEMENT_PORT: String(managementPort) }, [
    '--import',
    PRINTS_MODULES,
  ]);
  const readiness = async (): Promise<Readiness> => {
    const answer = await fetch(`http://127.0.0.1:${managementPort}/readyz`);
    return (await answer.json()) as Readiness;
  };
  return { process, readiness };
}

describe('starts while PostgreSQL is away', () => {
  let postgres: PostgresServer;
  let ship: ShipServer;
  const processes: Record<string, Awaited<ReturnType<typeof start>>> = {};

  beforeAll(async () => {
    postgres = await startPostgres();
    const chain = new ModelChain();
    chain.extend(10);
    ship = await ShipServer.start(chain);
    const databases = [];
    for (const role of ROLES) databases.push(await postgres.createDatabase(`late_${role}`));
    await postgres.halt();
    for (const [index, role] of ROLES.entries())
      processes[role] = await start({
        HISTORY_ROLE: role,
        HISTORY_SHIP_URL: ship.url,
        HISTORY_DATABASE_URL: databases[index],
      });
  });
  afterAll(async () => {
    await Promise.all(Object.values(processes).map(({ process }) => process.stop('SIGKILL')));
    await ship.close();
    await postgres.stop();
  });

  it.each(ROLES)(
    'a history process in the role %s waits for the database, and is not ready',
    async (role) => {
      const { process, readiness } = processes[role]!;
      await process.printed(/history (listening|indexes)/);
      await until(async () => {
        const { ready, checks } = await readiness();
        return !ready && checks['chain:chain']!.detail.includes('the database does not answer');
      }, POLL_MS);
    },
  );

  describe('when PostgreSQL is back', () => {
    beforeAll(() => postgres.resume());

    it.each(ROLES)(
      'a history process in the role %s follows its node when its database is back',
      async (role) => {
        await until(async () => {
          const { ready, checks } = await processes[role]!.readiness();
          return ready && checks['chain:chain']!.detail === 'block 10, 0 behind';
        }, POLL_MS);
      },
    );

    it('a history process loads the routes in the role all alone', async () => {
      const loaded = ROLES.map(async (role) => {
        const { process } = processes[role]!;
        process.signal('SIGUSR2');
        await process.printed(/modules: .*main\.js.*\n/);
        return process.output.includes('serve-history.js');
      });
      expect(await Promise.all(loaded)).toEqual([false, true]);
    });
  });
});
