import { keyTextOf, name, SampleBlocks, sampleKey } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { ENVELOPE, type Shape, shapeFaults } from './support/shapes';

const KEY = sampleKey(5);
const OTHER_KEY = sampleKey(6);

const voter = (owner: string, weight: number, producers: readonly string[], isProxy = false) => ({
  owner: name(owner),
  voter: {
    proxy: 0n,
    producers: producers.map(name),
    staked: 10_000_000_000n,
    lastVoteWeight: weight,
    proxiedVoteWeight: 0,
    isProxy,
  },
});

const schedule = (kind: 'proposed' | 'activated', version: number) => ({
  kind,
  version,
  producers: [{ name: name('producera'), threshold: 1, keys: [{ key: KEY, weight: 1 }] }],
});

function blocks() {
  const made = new SampleBlocks();
  return [
    made.next(),
    made.next([], {
      voters: [voter('alice', 2.5, ['producera', 'producerb']), voter('bob', 7.5, ['producera'], true)],
      schedules: [schedule('proposed', 2)],
    }),
    made.next([], {
      schedules: [schedule('activated', 1), schedule('activated', 2)],
      missedBlocks: [
        { producer: name('producera'), size: 12, scheduleVersion: 2, timeMs: Date.UTC(2030, 0, 1) },
        { producer: name('producerb'), size: 3, scheduleVersion: 2, timeMs: Date.UTC(2030, 0, 1, 0, 0, 6) },
      ],
    }),
  ];
}

const POLICIES = {
  active: { version: 2, producers: schedule('activated', 2).producers },
  ...{ pending: undefined, proposed: undefined },
};

/** The members that clients of get_missed_blocks read. */
const MISSED_BLOCKS: Shape = {
  ...ENVELOPE,
  events: [
    {
      ...{ '@timestamp': 'string', last_block: 'integer', schedule_version: 'integer', size: 'integer' },
      producer: 'string',
    },
  ],
};

describe('routes of voters and producers', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  it.each([
    ['proxy=true', { proxy: true }, ['bob']],
    ['proxy=false', { proxy: false }, ['bob', 'alice']],
    ['is_proxy=true', { is_proxy: true }, ['bob']],
    ['is_proxy=false', { is_proxy: false }, ['bob', 'alice']],
    ['is_proxy=true and two producers', { is_proxy: true, producer: 'producera,producerb' }, []],
    ['proxy=true and a producer', { proxy: true, producer: 'producera' }, ['bob']],
    ['proxy=true and a producer without proxies', { proxy: true, producer: 'producerb' }, []],
  ])('/v2/state/get_voters finds the voters with %s', async (_what, query, accounts) => {
    const { json } = await history.get('/v2/state/get_voters', query);
    expect((json['voters'] as { account: string }[]).map(({ account }) => account)).toEqual(accounts);
    expect(json['voter_count']).toBe(accounts.length);
  });

  it.each([
    [{}, ['producera'], true],
    [{ listProducers: true }, ['producera'], true],
    [{ listProducers: false }, undefined, false],
  ])(
    '/v2/state/get_voters with %j lists the producers of a voter as %j',
    async (query, producers, isListed) => {
      const { json } = await history.get('/v2/state/get_voters', { ...query, limit: 1 });
      const [bob] = json['voters'] as { producers?: string[]; data: object }[];
      expect(bob!.producers).toEqual(producers);
      expect('producers' in bob!.data).toBe(isListed);
    },
  );

  it('GET /v2/state/get_voters answers by weight, of all named producers', async () => {
    const accountsOf = async (query: object): Promise<unknown> => {
      const { json } = await history.get('/v2/state/get_voters', { ...query });
      return (json['voters'] as { account: string }[]).map(({ account }) => account);
    };
    expect(await accountsOf({})).toEqual(['bob', 'alice']);
    expect(await accountsOf({ producer: 'producera,producerb' })).toEqual(['alice']);
    expect(await accountsOf({ limit: 1, skip: 1 })).toEqual(['alice']);
    const { json } = await history.get('/v2/state/get_voters', { limit: 1 });
    expect(json).toMatchObject({
      voter_count: 2,
      voters: [
        { account: 'bob', weight: 7.5, last_vote: 3, staked: 10_000_000_000, producers: ['producera'] },
      ],
    });
  });

  describe('schedules', () => {
    it('/v2/history/get_schedule answers the newest schedule with the members of both kinds', async () => {
      const { json } = await history.get('/v2/history/get_schedule', { mode: 'activated' });
      expect(json).toMatchObject({
        timestamp: '2030-01-01T00:00:02.000',
        block_num: 4,
        proposed_block_num: 3,
        version: 2,
        producers: [
          {
            producer_name: 'producera',
            name: 'producera',
            block_signing_key: expect.stringMatching(/^EOS/),
            legacy_key: expect.stringMatching(/^EOS/),
            keys: [expect.stringMatching(/^EOS/)],
          },
        ],
      });
      expect((await history.get('/v2/history/get_schedule')).json).toMatchObject({ block_num: 3 });
    });

    it.each([
      ['version', { version: 2 }, true],
      ['a version without a known proposal', { version: 1 }, true],
      ['a version without a known proposal and the mode proposed', { version: 1, mode: 'proposed' }, false],
      ['another version', { version: 3 }, false],
      ['producer', { producer: 'producera' }, true],
      ['another producer', { producer: 'producerb' }, false],
      ['key', { key: keyTextOf(KEY) }, true],
      ['another key', { key: keyTextOf(OTHER_KEY) }, false],
      ['before', { before: '2029-01-01' }, false],
      ['after', { after: '2029-01-01' }, true],
    ])('%s is a condition of get_schedule', async (_what, query, isFound) => {
      const { json } = await history.get('/v2/history/get_schedule', query);
      expect(json['producers']).toHaveLength(isFound ? 1 : 0);
      expect(json).toMatchObject({
        total: { value: isFound ? 1 : 0, relation: 'eq' },
        version: isFound ? expect.any(Number) : 0,
        proposed_block_num: expect.any(Number),
      });
    });
  });

  it.each([
    ['no condition', {}, ['producera', 'producerb'], { producera: 12, producerb: 3 }],
    ['producer', { producer: 'producerb' }, ['producerb'], { producerb: 3 }],
    ['min_blocks', { min_blocks: 4 }, ['producera'], { producera: 12 }],
    ['before', { before: '2029-01-01' }, [], {}],
    ['after', { after: '2029-01-01' }, ['producera', 'producerb'], { producera: 12, producerb: 3 }],
    ['after a time behind both', { after: '2031-01-01' }, [], {}],
    [
      'after, the number of their block',
      { after: 4 },
      ['producera', 'producerb'],
      { producera: 12, producerb: 3 },
    ],
  ])('/v2/stats/get_missed_blocks finds the events with %s', async (_what, query, producers, sums) => {
    const { json } = await history.get('/v2/stats/get_missed_blocks', query);
    expect(json['stats']).toEqual({ by_producer: sums });
    const events = json['events'] as { producer: string }[];
    expect(events.map(({ producer }) => producer).sort()).toEqual(producers);
    expect(shapeFaults(MISSED_BLOCKS, json)).toEqual(producers.length === 0 ? ['.events: no entries'] : []);
    for (const event of events)
      expect(event).toMatchObject({
        '@timestamp': expect.stringMatching(/Z$/),
        last_block: 3,
        schedule_version: 2,
      });
  });

  it.each([
    ['exactly, where the producers with instant finality are known', 'eq', POLICIES],
    ['at least so many, where they are not', 'gte', undefined],
  ])('/v2/stats/get_missed_blocks counts %s', async (_what, relation, policies) => {
    expect((await history.get('/v2/stats/get_missed_blocks')).json['total']).toEqual({
      value: 2,
      relation: 'eq',
    });
    const [first, ...others] = blocks();
    const newest = others.at(-1)!;
    const block = { ...newest.block, scheduleVersion: 0x80000000 };
    const switched = { ...newest, block, proposers: { policies } };
    const later = await SampleHistory.start([first!, ...others.slice(0, -1), switched], {
      irreversibleNum: 3,
    });
    const { json: schedule } = await later.get('/v2/history/get_schedule');
    expect([schedule['complete'], schedule['version']]).toEqual([relation === 'eq' ? undefined : false, 2]);
    const { json } = await later.get('/v2/stats/get_missed_blocks');
    expect([json['total'], json['events']]).toMatchObject([
      { value: 2, relation },
      [{ size: 3 }, { size: 12 }],
    ]);
    await later.close();
  });
});
