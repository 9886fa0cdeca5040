import type { KeptRows } from '../cold/cold-tier';
import { StoreUnavailableError } from '../errors';
import type { SqlValue } from '../sql/values';
import { ClickhouseTier } from './clickhouse-tier';

const KEPT: KeptRows = { owner: 'a', ranges: [{ tables: ['action'], below: 8, count: 2 }] };
const UNPROVEN = 'refused a statement with 500: Code: 395. DB::Exception: Value passed to throwIf';

/** A replica with the numbers of the statements that it refuses, and the statements that it was asked. */
function replica(refused: readonly number[]) {
  const asked: string[] = [];
  const rows = (sql: string): Promise<SqlValue[][]> => {
    asked.push(sql);
    if (refused.includes(asked.length)) return Promise.reject(new StoreUnavailableError(UNPROVEN));
    return Promise.resolve(sql.includes('FROM action') ? [[0, 7n]] : [[0]]);
  };
  const none = (): Promise<void> => Promise.resolve();
  const tier = new ClickhouseTier({ rows, run: none, send: none, close: () => undefined });
  return { asked, read: () => tier.provenTuples(KEPT, 'SELECT seq FROM action WHERE seq > ?', [5], false) };
}

describe('rows of a replica', () => {
  it('the proof is asked before the rows, and with them', async () => {
    const { asked, read } = replica([]);
    expect(await read()).toEqual([[7n]]);
    expect(asked.map((sql) => [sql.includes('FROM system.parts'), sql.includes('FROM action')])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it('no rows are asked of a replica that lacks some at the first proof', async () => {
    const { asked, read } = replica([1]);
    await expect(read()).rejects.toThrow('has not got all rows');
    expect(asked).toHaveLength(1);
  });

  it('rows that are lost after the first proof fail the statement', async () => {
    const { asked, read } = replica([2]);
    await expect(read()).rejects.toThrow('has not got all rows');
    expect(asked).toHaveLength(2);
  });
});
