import { nameFromValue, symbolCodeToValue } from '@app/antelope';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import {
  balanceRow,
  keyTextOf,
  name,
  noteAction,
  SampleBlocks,
  sampleKey,
  samplePermission,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const COUNT = 1_005;
const MAX = 1_000;
const KEY = sampleKey(5);
const OWNER_BASE = name('owner');
/** Distinct names that begin with `owner`. */
const owner = (index: number): bigint => OWNER_BASE + (BigInt(index) << 5n);
const each = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: COUNT }, (_unused, index) => make(index));
/** A symbol code of three letters. */
const symbolOf = (index: number): bigint =>
  symbolCodeToValue(
    [676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(index / unit) % 26))).join(''),
  );

function blocks(): BlockWrites[] {
  const made = new SampleBlocks();
  return [
    made.next([each(() => noteAction('alice', 'hi'))], {
      permissions: each((index) => ({ ...samplePermission('alice', KEY), owner: owner(index) })),
      tokens: each((index) => ({
        account: name('alice'),
        contract: name('sys.token'),
        symbolCode: symbolOf(index),
        precision: 4,
        units: 1n,
      })),
      links: each((index) => ({
        account: name('alice'),
        code: owner(index),
        action: 0n,
        permission: name('trade'),
      })),
      voters: each((index) => ({
        owner: owner(index),
        voter: {
          proxy: 0n,
          producers: [],
          staked: 1n,
          lastVoteWeight: index,
          proxiedVoteWeight: 0,
          isProxy: false,
        },
      })),
      createdAccounts: each((index) => ({
        account: owner(index),
        creator: name('alice'),
        globalSequence: 1_000n + BigInt(index),
      })),
      proposals: each((index) => ({
        kind: 'proposed' as const,
        proposer: owner(index),
        name: name('same'),
        globalSequence: 1_000n + BigInt(index),
        transaction: new Uint8Array(),
        requested: [],
      })),
      deltas: each((index) => ({
        code: name('sys.token'),
        scope: owner(index),
        table: name('accounts'),
        primaryKey: 1n,
        payer: name('alice'),
        present: true,
        value: balanceRow('1.0000 SYS'),
      })),
      missedBlocks: each((index) => ({
        producer: name('producera'),
        size: 1,
        scheduleVersion: 1,
        timeMs: index * 500,
      })),
    }),
  ];
}

/** Each route with pages: parameters that it needs, the member of its list, the limit that it has when none is given. */
const PAGED: [string, Readonly<Record<string, string>>, string, number][] = [
  ['/v2/history/get_actions', {}, 'actions', 10],
  ['/v2/history/get_deltas', {}, 'deltas', 10],
  ['/v2/history/get_created_accounts', { account: 'alice' }, 'accounts', 100],
  ['/v2/state/get_key_accounts', { public_key: keyTextOf(KEY) }, 'account_names', 100],
  ['/v2/state/get_links', {}, 'links', 50],
  ['/v2/state/get_tokens', { account: 'alice' }, 'tokens', 50],
  ['/v2/state/get_proposals', {}, 'proposals', 10],
  ['/v2/state/get_voters', {}, 'voters', 10],
];

describe('limit and skip of the routes with pages', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks());
  });
  afterAll(() => history.close());

  describe.each(PAGED)('%s', (path, required, member, unset) => {
    const list = async (query: Readonly<Record<string, unknown>>): Promise<unknown[]> =>
      (await history.read(path, { ...required, ...query }))[member] as unknown[];
    const refusal = async (query: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const { status, json } = await history.get(path, { ...required, ...query });
      return { status, message: json['message'] };
    };

    it(`${path} has ${unset} entries without a limit, and as many as the limit with one`, async () => {
      expect(await list({})).toHaveLength(unset);
      expect(await list({ limit: 1 })).toHaveLength(1);
      expect(await list({ limit: MAX })).toHaveLength(MAX);
    });

    it(`${path} ${member === 'actions' ? 'refuses' : 'lowers'} a limit above ${MAX}`, async () => {
      if (member === 'actions') {
        expect(await refusal({ limit: MAX + 1 })).toEqual({
          status: 400,
          message: 'limit too big, maximum: 1000',
        });
        return;
      }
      expect(await list({ limit: MAX + 1 })).toHaveLength(MAX);
      expect(await list({ limit: '9007199254740993' })).toHaveLength(MAX);
    });

    it.each([
      ['0', 'limit must not be less than 1'],
      ['-1', 'limit must not be less than 1'],
      ['', 'limit must be an integer number; limit must not be less than 1'],
      ['1.5', 'limit must be an integer number; limit must not be less than 1'],
      ['ten', 'limit must be an integer number; limit must not be less than 1'],
    ])(`${path} refuses limit=%j`, async (limit, message) => {
      expect(await refusal({ limit })).toEqual({ status: 400, message });
    });

    it(`skip of ${path} passes over entries, up to 10000`, async () => {
      const all = await list({ limit: MAX });
      expect(await list({ limit: 2, skip: 3 })).toEqual(all.slice(3, 5));
      expect(await list({ limit: MAX, skip: MAX })).toHaveLength(COUNT - MAX);
      expect(await list({ skip: 10_000 })).toEqual([]);
      expect(await refusal({ skip: 10_001 })).toMatchObject({
        status: 400,
        message: expect.stringContaining('skip is above maximum internal limit: 10000'),
      });
      expect(await refusal({ skip: -1 })).toEqual({ status: 400, message: 'skip must not be less than 0' });
      expect(await refusal({ skip: '' })).toMatchObject({
        status: 400,
        message: expect.stringContaining('skip must be an integer number'),
      });
    });
  });

  it('/v2/stats/get_missed_blocks has the newest 100 events, and the sums of all', async () => {
    const { stats, events } = await history.read<{ stats: object; events: unknown[] }>(
      '/v2/stats/get_missed_blocks',
    );
    expect(events).toHaveLength(100);
    expect(stats).toEqual({ by_producer: { producera: COUNT } });
  });

  it('/v1/history/get_key_accounts has at most 1000 accounts', async () => {
    const { json } = await history.post('/v1/history/get_key_accounts', { public_key: keyTextOf(KEY) });
    expect(json['account_names']).toHaveLength(MAX);
    expect((json['account_names'] as string[])[0]).toBe(nameFromValue(owner(0)));
  });

  it.each([
    ['offset 999: 1000 actions', { offset: 999 }, 1000],
    ['offset 1000, which is lowered', { offset: 1000 }, 1000],
    ['offset -1000', { offset: -1000 }, 1000],
    ['pos 10000, behind the last', { pos: 10_000 }, 0],
    ['pos 1000', { pos: 1000 }, 5],
  ])('/v1/history/get_actions has the right number of actions with %s', async (_title, body, count) => {
    const { json } = await history.post('/v1/history/get_actions', body);
    expect(json['actions']).toHaveLength(count);
  });
});
