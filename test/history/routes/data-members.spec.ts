import { useStoreLocations } from '../../harness/history/store-locations';
import { postgresStore, sqliteStore } from '../store/stores';
import { expectShownActions } from './support/shown-actions';

describe('act.data.<member> of GET /v2/history/get_actions', () => {
  const [[, fileOf], [, databaseOf]] = useStoreLocations();

  it('act.data.<member> finds in SQLite each action that shows it, whatever action and contract it is of', async () => {
    await expectShownActions(await sqliteStore(await fileOf('data_members')));
  });

  it('act.data.<member> finds in PostgreSQL each action that shows it, whatever action and contract it is of', async () => {
    await expectShownActions(await postgresStore(await databaseOf('data_members')));
  });
});
