import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { checkHistory } from '../integrity/history-checks';
import { startLoadedChain } from '../integrity/load';
import { SMALL } from './tiered-stores';

describe('history of a recorded load over two tiers', () => {
  let clickhouse: ClickhouseServer;
  beforeAll(async () => {
    clickhouse = await startClickhouse();
  });
  afterAll(() => clickhouse.kill());

  checkHistory(async () => {
    const loaded = await startLoadedChain({ ...SMALL, url: clickhouse.createDatabase('load') });
    const { firstBlock, actions } = loaded.load;
    const firstHot = await loaded.served.moveOldActions();
    // The border is within the load.
    expect(firstHot).toBeGreaterThan(firstBlock + 10);
    expect(firstHot).toBeLessThan(actions.at(-1)!.blockNum);
    return loaded;
  });
});
