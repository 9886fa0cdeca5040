import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TransactionWrite } from '../../../apps/history/src/derive/action-writes';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { answerText } from '../../harness/history/query-battery';
import { noteAction, SampleBlocks, sampleId } from '../../harness/history/sample-blocks';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { MovingStores } from './moving-stores';
import { moveAll } from './tiered-stores';

const ID = sampleId(7, 77);
const DELAYED_IN = 2;
/** The blocks below are moved. */
const FIRST_HOT = 12;
const LAST = 14;

/** Blocks with a transaction in each; that of two of them is one that was delayed, and then executed. */
function blocksWith(executedIn: number, hasHeader: boolean): BlockWrites[] {
  const blocks = new SampleBlocks(DELAYED_IN);
  const entryOf = (num: number, transaction: TransactionWrite): TransactionWrite => ({
    ...transaction,
    id: ID,
    status: num === DELAYED_IN ? 'delayed' : 'executed',
    header:
      transaction.header && (hasHeader || num === DELAYED_IN)
        ? { ...transaction.header, delaySec: 5 }
        : undefined,
  });
  return Array.from({ length: LAST - DELAYED_IN + 1 }, () => {
    const block = blocks.next([[noteAction('alice', 'a')]]);
    const { num } = block.block;
    const isEntry = num === DELAYED_IN || num === executedIn;
    return isEntry ? { ...block, transactions: block.transactions.map((each) => entryOf(num, each)) } : block;
  });
}

describe('a delayed transaction of a store with two tiers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'delayed-'));
  const stores = new MovingStores(folder);
  let clickhouse: ClickhouseServer;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
  });
  afterEach(() => stores.close());
  afterAll(async () => {
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['above the border', FIRST_HOT + 1, true],
    ['above the border, in a trace without its header', FIRST_HOT + 1, false],
    ['below the border', FIRST_HOT - 1, true],
  ])(
    'one that is executed %s is answered with the actions of both blocks',
    async (_where, executedIn, hasHeader) => {
      const { mover, reader, database } = await stores.fill(
        blocksWith(executedIn, hasHeader),
        clickhouse.createDatabase('delayed'),
      );
      const answers = async (): Promise<string> =>
        answerText([
          await reader.transaction(ID),
          await reader.actions({ transactionId: ID, order: 'asc', skip: 0, limit: 10, countUpTo: 10 }),
        ]);
      const wanted = await answers();
      expect((await reader.transaction(ID))!.actions).toHaveLength(2);
      await moveAll(mover());
      const [cursor] = await database.read((session) => session.all('SELECT cold_trx_block FROM cursor'));
      expect(Number(cursor!.cold_trx_block)).toBe(FIRST_HOT);
      expect(await answers()).toBe(wanted);
    },
  );
});
