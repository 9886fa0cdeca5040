import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { VOTERS as VOTER_LIST } from '../../../apps/history/src/routes/get-voters';
import { BroadQueryError } from '../../../apps/history/src/store/errors';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';

/** More than are checked one by one for an answer. */
const VOTERS = 10_050;
const PAGE = { skip: 0, limit: 10 };
const LETTERS = 'abcdefghij';

/** Every voter votes for `busy`, the heaviest 20 for `pair` too, the lightest one for `rare` too. */
const voters = Array.from({ length: VOTERS }, (_, index) => ({
  owner: name(`v${[...String(index)].map((digit) => LETTERS[Number(digit)]).join('')}`),
  voter: {
    proxy: 0n,
    producers: [
      name('busy'),
      ...(index >= VOTERS - 20 ? [name('pair')] : []),
      ...(index === 0 ? [name('rare')] : []),
    ],
    staked: 1n,
    lastVoteWeight: index,
    proxiedVoteWeight: 0,
    isProxy: index % 3350 === 0,
  },
}));

describe('voters of several producers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-voters-'));
  let reader: HistoryReader;

  beforeAll(async () => {
    const file = path.join(folder, 'chain.sqlite');
    const writer = openSqliteWriter(file);
    await writer.open(new Uint8Array(32));
    await writer.append([new SampleBlocks().next([], { voters })], 0);
    await writer.close();
    reader = openSqliteReader(file);
  });
  afterAll(async () => {
    await reader.close();
    rmSync(folder, { recursive: true });
  });

  const votersOf = (...producers: string[]) =>
    reader.list(VOTER_LIST, { ...PAGE, producers: producers.map(name) });

  test('voters of several producers are a page of the heaviest, with a total that says that it is none', async () => {
    const { items, total } = await votersOf('busy', 'pair');
    expect(items.map(({ lastVoteWeight }) => lastVoteWeight)).toEqual(
      Array.from({ length: 10 }, (_, index) => VOTERS - 1 - index),
    );
    expect(total).toEqual({ value: 20, relation: 'gte' });
  });

  test('voters of several producers are all there when the first one has few', async () => {
    expect(await votersOf('rare', 'busy')).toMatchObject({
      items: [{ lastVoteWeight: 0 }],
      total: { value: 1, relation: 'eq' },
    });
  });

  test('voters of several producers are refused when too many would be looked at for the page', async () => {
    await expect(votersOf('busy', 'rare')).rejects.toThrow(BroadQueryError);
  });

  test('proxies that vote for several producers are found among the proxies, however light', async () => {
    const found = await reader.list(VOTER_LIST, {
      ...PAGE,
      producers: [name('busy'), name('rare')],
      isProxy: true,
    });
    expect(found).toMatchObject({ items: [{ lastVoteWeight: 0 }], total: { value: 1, relation: 'eq' } });
  });
});
