import { useStoreLocations } from '../../harness/history/store-locations';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { expectShownActions } from '../routes/support/shown-actions';
import { tieredPostgres, tieredSqlite } from './tiered-stores';

describe('act.data.<member> of GET /v2/history/get_actions over two tiers', () => {
  const [[, fileOf], [, databaseOf]] = useStoreLocations();
  let clickhouse: ClickhouseServer;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
  });
  afterAll(() => clickhouse.kill());

  it('act.data.<member> finds in SQLite and its cold tier each action that shows it', async () => {
    const file = await fileOf('cold_members');
    await expectShownActions(await tieredSqlite(file, clickhouse.createDatabase('sqlite')));
  });

  it('act.data.<member> finds in PostgreSQL and its cold tier each action that shows it', async () => {
    const url = await databaseOf('cold_members');
    await expectShownActions(await tieredPostgres(url, clickhouse.createDatabase('postgres')));
  });
});
