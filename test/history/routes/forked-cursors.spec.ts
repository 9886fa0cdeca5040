import { balanceRow, name, noteAction, SampleBlocks } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const REFUSED =
  'cursor: the block in which the page before ends is no longer part of the history: begin again behind the last irreversible block that was read';

/** The next block, with so many actions and as many changed rows. */
const block = (made: SampleBlocks, count: number) =>
  made.next([Array.from({ length: count }, (_action, index) => noteAction('alice', `note ${index}`))], {
    deltas: Array.from({ length: count }, (_delta, index) => ({
      ...{ code: name('sys.token'), table: name('accounts'), scope: name('alice'), payer: name('alice') },
      ...{ primaryKey: BigInt(index), present: true, value: balanceRow('1.0000 SYS') },
    })),
  });

interface Page {
  readonly next_cursor?: string;
}

describe.each([
  ['/v2/history/get_actions', 'actions'],
  ['/v2/history/get_deltas', 'deltas'],
])('cursors of %s while a fork is undone', (route, list) => {
  let history: SampleHistory;
  let made: SampleBlocks;

  beforeEach(async () => {
    made = new SampleBlocks();
    history = await SampleHistory.start([block(made, 2), block(made, 2)], { irreversibleNum: 2 });
  });
  afterEach(() => history.close());

  const pageOf = (query: object) => history.get<Page>(route, { limit: 2, ...query });

  /** Another block in the place of the second one. */
  async function fork(): Promise<void> {
    const other = new SampleBlocks();
    block(other, 2);
    await history.history.undoTo(2);
    const replaced = block(other, 3);
    const id = replaced.block.id.slice();
    id[4] = 7;
    await history.append([{ ...replaced, block: { ...replaced.block, id } }]);
  }

  it.each(['asc', 'desc'])(
    'a cursor in an irreversible block is continued behind a fork, %s',
    async (sort) => {
      const { json } = await pageOf({ sort, before: 2 });
      await fork();
      const { status } = await pageOf({ sort, cursor: json.next_cursor });
      expect(status).toBe(200);
    },
  );

  it.each(['asc', 'desc'])('a cursor in a block that a fork took back is refused, %s', async (sort) => {
    const { json } = await pageOf({ sort, after: 3 });
    await fork();
    const { status, text } = await pageOf({ sort, cursor: json.next_cursor });
    expect([status, text]).toEqual([400, expect.stringContaining(REFUSED)]);
  });

  it('a cursor in a block that a history has not got yet is answered with 503', async () => {
    const { json } = await pageOf({ sort: 'asc', after: 3 });
    await history.history.undoTo(2);
    const { status, text } = await pageOf({ sort: 'asc', cursor: json.next_cursor });
    expect([status, text]).toEqual([
      503,
      expect.stringContaining('cursor: block 3, in which the page before ends, is not here yet'),
    ]);
  });

  it('a cursor in a reversible block is continued as long as that stays', async () => {
    const { json } = await pageOf({ sort: 'asc', after: 3 });
    await history.append([block(made, 1)]);
    const next = await pageOf({ sort: 'asc', cursor: json.next_cursor });
    expect((next.json as Record<string, unknown>)[list]).toHaveLength(1);
  });
});
