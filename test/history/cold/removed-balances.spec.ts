import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { symbolCodeToValue } from '@app/antelope';
import type { BlockWrites, DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { tokenWrites } from '../../../apps/history/src/derive/tokens';
import { TOKENS_AT_BLOCK } from '../../../apps/history/src/routes/tokens-at-block';
import { balanceRow, name, SampleBlocks } from '../../harness/history/sample-blocks';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { MovingStores } from './moving-stores';
import { moveAll } from './tiered-stores';

const ALICE = name('alice');
const FIRST = 2;
const SYS = symbolCodeToValue('SYS');
/** One is more than all tables together may have in the cold tier. */
const ROWS_EACH = 5_001;

const rowOf = (contract: string, primaryKey: bigint, present: boolean): DeltaWrite => ({
  ...{ code: name(contract), table: name('accounts'), scope: ALICE, payer: ALICE, primaryKey, present },
  value: balanceRow('1.0000 SYS'),
});

/** Of two contracts that have a table of the name of balances, and of the last one, a token. */
const rows = (present: boolean): DeltaWrite[] => [
  ...['othera', 'otherb'].flatMap((contract) =>
    Array.from({ length: ROWS_EACH }, (_row, key) => rowOf(contract, BigInt(key + 1), present)),
  ),
  rowOf('token', SYS, present),
];

/** Rows that are there in the first block, and removed in the third. */
function blocks(): BlockWrites[] {
  const made = new SampleBlocks(FIRST);
  const next = (deltas: DeltaWrite[]): BlockWrites => made.next([], { deltas, tokens: tokenWrites(deltas) });
  return [next(rows(true)), next([]), next(rows(false)), ...Array.from({ length: 14 }, () => next([]))];
}

describe('balances at a past block that were removed since, in the cold tier', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'removed-'));
  const stores = new MovingStores(folder);
  let clickhouse: ClickhouseServer;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
  });
  afterAll(async () => {
    await stores.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  it('more removed rows of several contracts than are read are refused, and one contract is answered', async () => {
    const tiers = await stores.fill(blocks(), clickhouse.createDatabase('removed'));
    await moveAll(tiers.mover());
    const query = { account: ALICE, atBlock: FIRST, skip: 0, limit: 10 };
    await expect(tiers.reader.answer(TOKENS_AT_BLOCK, query)).rejects.toMatchObject({
      ...{ name: 'BroadQueryError', narrowBy: ['contract', 'a later block_num'] },
    });
    const { page } = await tiers.reader.answer(TOKENS_AT_BLOCK, { ...query, contract: name('token') });
    expect(page.items).toMatchObject([{ contract: name('token'), account: ALICE }]);
  });
});
