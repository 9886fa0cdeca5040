import { ManagedHistory } from '../../harness/process/managed-history';
import { type PostgresServer, startPostgres } from '../../harness/process/postgres';
import { PRINTS_MODULES } from '../../harness/process/prints-modules';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

const POLL_MS = 50;
const ROLES = ['index', 'all'];

describe('starts while PostgreSQL is away', () => {
  let postgres: PostgresServer;
  let ship: ShipServer;
  const processes: Record<string, ManagedHistory> = {};

  beforeAll(async () => {
    postgres = await startPostgres();
    const chain = new ModelChain();
    chain.extend(10);
    ship = await ShipServer.start(chain);
    const databases = [];
    for (const role of ROLES) databases.push(await postgres.createDatabase(`late_${role}`));
    await postgres.stop();
    for (const [index, role] of ROLES.entries())
      processes[role] = await ManagedHistory.start(
        {
          HISTORY_ROLE: role,
          HISTORY_SHIP_URL: ship.url,
          HISTORY_DATABASE_URL: databases[index],
        },
        ['--import', PRINTS_MODULES],
      );
    await Promise.all(ROLES.map((role) => processes[role]!.started()));
  });
  afterAll(async () => {
    await Promise.all(Object.values(processes).map((process) => process.stop('SIGKILL')));
    await ship.close();
    await postgres.stop();
  });

  it.each(ROLES)(
    'a history process in the role %s waits for the database, and is not ready',
    async (role) => {
      await until(async () => {
        const { ready, checks } = await processes[role]!.readiness();
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
        const process = processes[role]!;
        process.signal('SIGUSR2');
        await process.printed(/^modules: .*run-history-node\.js.*$/m);
        return process.output.includes('serve-history.js');
      });
      expect(await Promise.all(loaded)).toEqual([false, true]);
    });
  });
});
