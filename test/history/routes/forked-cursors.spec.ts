import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
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

/** The same, where each action makes a proposal. */
function proposing(made: SampleBlocks, count: number): BlockWrites {
  const writes = block(made, count);
  return {
    ...writes,
    proposals: writes.actions.map(({ globalSequence }, index) => ({
      ...{ kind: 'proposed', proposer: name('alice'), name: BigInt(index), globalSequence },
      ...{ requested: [], transaction: new Uint8Array() },
    })),
  };
}

type MakeBlock = (made: SampleBlocks, count: number) => BlockWrites;

interface Page {
  readonly next_cursor?: string;
  readonly next_key?: string;
}

/** Another block in the place of the second one. */
async function fork(history: SampleHistory, make: MakeBlock): Promise<void> {
  const other = new SampleBlocks();
  make(other, 2);
  await history.history.undoTo(2);
  const replaced = make(other, 3);
  const id = replaced.block.id.slice();
  id[4] = 7;
  await history.append([{ ...replaced, block: { ...replaced.block, id } }]);
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

  it.each(['asc', 'desc'])(
    'a cursor in an irreversible block is continued behind a fork, %s',
    async (sort) => {
      const { json } = await pageOf({ sort, before: 2 });
      await fork(history, block);
      const { status } = await pageOf({ sort, cursor: json.next_cursor });
      expect(status).toBe(200);
    },
  );

  it.each(['asc', 'desc'])('a cursor in a block that a fork took back is refused, %s', async (sort) => {
    const { json } = await pageOf({ sort, after: 3 });
    await fork(history, block);
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

describe('cursors of get_proposals while a fork is undone', () => {
  let history: SampleHistory;
  let made: SampleBlocks;

  beforeEach(async () => {
    made = new SampleBlocks();
    history = await SampleHistory.start([proposing(made, 2), proposing(made, 2)], { irreversibleNum: 2 });
  });
  afterEach(() => history.close());

  const pageOf = (query: Readonly<Record<string, unknown>>) =>
    history.get<Page>('/v2/state/get_proposals', query);

  it('a cursor in an irreversible block is continued behind a fork', async () => {
    const { json } = await pageOf({ limit: 3 });
    await fork(history, proposing);
    expect((await pageOf({ limit: 3, cursor: json.next_cursor })).json).toMatchObject({
      proposals: [{ block_num: 2 }],
    });
  });

  it('a cursor in a block that a fork took back is refused', async () => {
    const { json } = await pageOf({ limit: 1 });
    await fork(history, proposing);
    const { status, text } = await pageOf({ limit: 1, cursor: json.next_cursor });
    expect([status, text]).toEqual([400, expect.stringContaining(REFUSED)]);
  });

  it('a cursor in a block that a history has not got yet is answered with 503', async () => {
    const { json } = await pageOf({ limit: 1 });
    await history.history.undoTo(2);
    const { status, text } = await pageOf({ limit: 1, cursor: json.next_cursor });
    expect([status, text]).toEqual([
      503,
      expect.stringContaining('cursor: block 3, in which the page before ends, is not here yet'),
    ]);
  });

  it('a cursor in a reversible block is continued as long as that stays', async () => {
    const { json } = await pageOf({ limit: 1 });
    await history.append([proposing(made, 1)]);
    expect((await pageOf({ limit: 9, cursor: json.next_cursor })).json).toMatchObject({
      proposals: [{ block_num: 3 }, { block_num: 2 }, { block_num: 2 }],
    });
  });
});

describe('places in the rows as of a block while a fork is undone', () => {
  let history: SampleHistory;
  let made: SampleBlocks;

  beforeEach(async () => {
    made = new SampleBlocks();
    history = await SampleHistory.start([block(made, 2), block(made, 2)], { irreversibleNum: 2 });
  });
  afterEach(() => history.close());

  const pageOf = (query: object) =>
    history.get<Page>('/v2/history/get_table_state', {
      ...{ code: 'sys.token', table: 'accounts', limit: 1 },
      ...query,
    });

  it.each([[{ block_num: 2 }], [{}]])(
    'rows as of an irreversible block, and those of the head, are continued behind a fork: %j',
    async (at) => {
      const { json } = await pageOf(at);
      await fork(history, block);
      expect(json.next_key).toBe('alice-0');
      const { json: next } = await pageOf({ ...at, after_key: json.next_key });
      expect(next).toMatchObject({ results: [{ primary_key: '1' }] });
    },
  );

  it('rows as of a block that a fork took back are not continued', async () => {
    const { json } = await pageOf({ block_num: 3 });
    await fork(history, block);
    const { status, text } = await pageOf({ block_num: 3, after_key: json.next_key });
    expect([status, text]).toEqual([
      400,
      expect.stringContaining(
        'after_key: block 3 of the page before is no longer part of the history: begin again with the first page',
      ),
    ]);
  });

  it('rows as of a block that a history has not got yet are answered with 503', async () => {
    const { json } = await pageOf({ block_num: 3 });
    await history.history.undoTo(2);
    const { status, text } = await pageOf({ block_num: 3, after_key: json.next_key });
    expect([status, text]).toEqual([
      503,
      expect.stringContaining('after_key: block 3 of the page before is not here yet'),
    ]);
  });

  it.each([[{ block_num: 2 }], [{}]])(
    'the place in the rows as of a reversible block is refused for those of another: %j',
    async (other) => {
      const { json } = await pageOf({ block_num: 3 });
      const { status, text } = await pageOf({ ...other, after_key: json.next_key });
      expect([status, text]).toEqual([
        400,
        expect.stringContaining('after_key: takes the block_num of the page before, 3'),
      ]);
    },
  );

  it('rows as of a reversible block are continued as long as that stays', async () => {
    const { json } = await pageOf({ block_num: 3 });
    await history.append([block(made, 1)]);
    const { json: next } = await pageOf({ block_num: 3, after_key: json.next_key });
    expect(next).toMatchObject({ results: [{ primary_key: '1', block_num: 3 }] });
  });
});
