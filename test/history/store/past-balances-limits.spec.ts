import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { symbolCodeToValue } from '@app/antelope';
import type { DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { tokenWrites } from '../../../apps/history/src/derive/tokens';
import { TOKENS_AT_BLOCK } from '../../../apps/history/src/routes/tokens-at-block';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { runOnStore } from '../../harness/history/stored-version';
import { balanceRow, name, SampleBlocks } from '../../harness/history/sample-blocks';

/** Balances that are looked at before the time is asked for. */
const WINDOW = 200;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const AT_BLOCK = 2;

/** The n-th symbol code of four letters. */
const codeOf = (index: number): string =>
  [26 ** 3, 26 ** 2, 26, 1].map((unit) => LETTERS[Math.floor(index / unit) % 26]).join('');
const codes = Array.from({ length: 10_001 }, (_, index) => codeOf(index));

const row = (scope: string, code: string, units: string, present = true): DeltaWrite => ({
  ...{ code: name('sys.token'), table: name('accounts'), scope: name(scope), payer: name(scope), present },
  ...{ primaryKey: symbolCodeToValue(code), value: balanceRow(`${units} ${code}`) },
});

describe('balances of the past', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-past-'));
  const file = path.join(folder, 'past.db');
  const readers: SqlHistoryReader[] = [];

  beforeAll(async () => {
    const made = new SampleBlocks();
    const block = (deltas: readonly DeltaWrite[]) => made.next([], { deltas, tokens: tokenWrites(deltas) });
    const some = codes.slice(0, 2 * WINDOW + 50);
    const writer = openSqliteWriter(file, 8);
    await writer.open(new Uint8Array(32));
    await writer.append(
      [
        block([
          ...some.map((code) => row('alice', code, '1.0000')),
          ...codes.map((code) => row('carol', code, '1.0000')),
          ...codes.slice(0, 5).map((code) => row('dave', code, '5.0000')),
        ]),
        block([
          ...some.map((code) => row('alice', code, '2.0000')),
          ...codes.map((code) => row('bob', code, '1.0000')),
        ]),
        block([
          ...codes.map((code) => row('bob', code, '1.0000', false)),
          ...codes.slice(0, 5).map((code) => row('dave', code, '5.0000', false)),
        ]),
      ],
      0,
    );
    await writer.close();
  });
  afterAll(async () => {
    for (const reader of readers) await reader.close();
    rmSync(folder, { recursive: true });
  });

  /** The time of a question is used up after it was asked for so often. */
  function ask(account: string, limit: number, looks: number) {
    let left = looks;
    const reader = new SqlHistoryReader(new SqliteReaders(file, 1), {
      limits: { maxMs: 1_000_000 },
      monotonicMs: () => (left-- > 0 ? 0 : 10_000_000),
    });
    readers.push(reader);
    return reader.answer(TOKENS_AT_BLOCK, { account: name(account), atBlock: AT_BLOCK, skip: 0, limit });
  }

  it('all balances are counted within the time', async () => {
    const { page } = await ask('alice', 10, 1_000);
    expect(page.total).toEqual({ value: 2 * WINDOW + 50, relation: 'eq' });
    expect(page.items).toHaveLength(10);
    expect(page.items.every(({ units }) => units === 10_000n)).toBe(true);
  });

  it('a full page is answered with a lower limit of the total when the time is used up behind it', async () => {
    const { page } = await ask('alice', 10, 1);
    expect(page.items).toHaveLength(10);
    expect(page.total).toEqual({ value: WINDOW, relation: 'gte' });
  });

  it('a page that is not full when the time is used up is refused with what narrows it', async () => {
    await expect(ask('alice', WINDOW + 1, 1)).rejects.toMatchObject({
      name: 'BroadQueryError',
      message: expect.stringContaining('contract') as string,
    });
  });

  it.each([
    ['balances', 'carol', 'contract'],
    ['removals since the block', 'bob', 'a later block_num'],
  ])('an account with more than 10,000 %s is refused with what narrows it', async (_what, account, by) => {
    await expect(ask(account, 10, 1_000)).rejects.toMatchObject({
      name: 'BroadQueryError',
      message: expect.stringContaining(by) as string,
    });
  });

  it('removed balances are found with the index of their scope, and while it is not built', async () => {
    const wanted = { items: { length: 5 }, total: { value: 5, relation: 'eq' } };
    expect((await ask('dave', 10, 1_000)).page).toMatchObject(wanted);
    await runOnStore(file, [['DROP INDEX delta_by_scope_tbl_seq_where_present_0', []]]);
    expect((await ask('dave', 10, 1_000)).page).toMatchObject(wanted);
  });
});
