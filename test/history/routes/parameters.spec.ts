import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { completeBlocks, COMPLETE_KEY } from '../../harness/history/complete-blocks';
import type { HistoryAnswer, HistoryClient } from '../../harness/history/history-client';
import { keyTextOf, START_MS } from '../../harness/history/sample-blocks';
import { ServedReader } from '../../harness/history/served-reader';
import { longOr } from '../../harness/long';
import { type TestStore, useStores } from '../store/stores';
import { documentedRoutes, type DocumentedRoute } from './support/documented-parameters';

/** Values at the bounds of the types that a parameter is kept in, and texts of no type. */
const VALUES = [
  ...['', '0', '-1', '1.5', '1e3', '\u0000', ',', '!alice', 'zzzzzzzzzzzzj', '2030-02-30', 'ab'.repeat(32)],
  ...[2n ** 32n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n].map(String),
  ...longOr(
    [
      ...[' ', '0x10', 'NaN', 'null', 'true', 'alice', 'ALICE', '@', '*:*', ':::', '😀', "' OR 1=1 --"],
      ...['99999999999999999999', '1e400', '__proto__', '2030-01-01T00:00:01.250', '9999-12-31'],
      ...[2n ** 31n, 2n ** 32n - 1n, 2n ** 53n, 2n ** 63n - 1n].map(String),
      'x'.repeat(2000),
    ],
    [],
  ),
];

/** Members of a body that are no texts, and numbers that no parameter allows. */
const NOT_TEXTS = [null, true, [], ['alice'], {}, { a: 1 }, 1e20, -1, 2 ** 53];

/** The long form asks all values of each parameter, the short form a third, which is another one for the next parameter. */
const valuesOf = <T>(values: readonly T[], parameter: number): readonly T[] =>
  longOr(
    values,
    values.filter((_, index) => (index + parameter) % 3 === 0),
  );

/** Parameters without which a route refuses every request. */
const REQUIRED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/v1/history/get_transaction': { id: 'ab'.repeat(32) },
  '/v2/history/get_abi_snapshot': { contract: 'sys.token' },
  '/v2/history/get_candles': { pair: 'btcusdt', interval: '1h' },
  '/v2/history/get_created_accounts': { account: 'alice' },
  '/v2/history/get_transaction': { id: 'ab'.repeat(32) },
  '/v2/history/check_transaction': { id: 'ab'.repeat(32) },
  '/v2/history/get_table_state': { code: 'sys.token', table: 'accounts' },
  '/v2/stats/get_action_usage': { period: '1h' },
  '/v2/stats/get_resource_usage': { code: 'sys.token', action: 'transfer' },
  '/v2/state/get_table_rows': { contract: 'sys.token', table: 'accounts' },
  '/v2/state/get_top_holders': { contract: 'sys.token', symbol: 'SYS' },
  '/v2/state/get_voter_scopes': { term: 'alice' },
  '/v2/state/get_key_accounts': { public_key: keyTextOf(COMPLETE_KEY) },
  '/v2/state/get_tokens': { account: 'alice' },
};

/** Conditions on members of the document, which get_actions has besides its documented parameters. */
const MEMBERS = [
  ...[
    'block_num',
    'global_sequence',
    '@timestamp',
    'trx_id',
    'block_id',
    'producer',
    'action_ordinal',
    'cpu_usage_us',
  ],
  ...['creator_action_ordinal', 'net_usage_words', 'receipts.receiver', 'act.authorization.permission'],
  ...['act.name', 'act.account', 'act.data.memo', 'act.data.from', 'transfer.to', 'transfer.symbol'],
];

/** Words of refusals that do not have the name of their parameter: those of Hyperion and nodeos. */
const WORDS: Readonly<Record<string, string>> = {
  public_key: 'invalid public key',
  key: 'invalid public key',
  block_id: 'Bad or missing block_num',
  'get_transaction_trace id': 'Bad or missing transaction ID',
};
/** Accepted and not used: the answer is the same with any value. */
const UNUSED = ['hex_data', 'block_num_hint'];
/** Answers of the account's own route come from the node of the chain, which these histories do not have. */
const isOfNode = ({ path: route }: DocumentedRoute): boolean => route === '/v2/state/get_account';
/** Hyperion answers these with 500. */
const NOT_FOUND = /^(?:account not found|Block (?:\d{1,10} )?not found)$/;

const kinds = useStores();
const comparable = ({ status, text }: HistoryAnswer): object => ({
  status,
  text: text.replaceAll(/"query_time(_ms)?":[\d.]+/g, '"query_time$1":0'),
});

describe('parameters of the routes, over every store', () => {
  const stores: TestStore[] = [];
  const served: ServedReader[] = [];
  let routes: DocumentedRoute[];

  beforeAll(async () => {
    for (const [, create] of kinds) {
      const store = await create('parameters');
      stores.push(store);
      await store.writer.open(CHAIN_ID);
      await store.writer.append(completeBlocks(), 4);
      served.push(await ServedReader.start(store.reader, START_MS));
    }
    routes = (await documentedRoutes(served[0]!)).filter((route) => !isOfNode(route));
  });
  afterAll(async () => {
    for (const each of served) await each.close();
    for (const store of stores) await store.close();
  });

  /** The answer of all stores to one request, which must be the same. */
  async function answerOf(
    request: (history: HistoryClient) => Promise<HistoryAnswer>,
  ): Promise<HistoryAnswer> {
    const [first, ...others] = await Promise.all(served.map(request));
    for (const other of others) expect(comparable(other)).toEqual(comparable(first!));
    return first!;
  }

  const parametersOf = ({ path: route, parameters }: DocumentedRoute): string[] =>
    route === '/v2/history/get_actions' ? [...parameters, ...MEMBERS] : [...parameters];

  test.each([
    ['@timestamp', ['/v2/history/get_actions']],
    ['sortedBy', ['/v2/history/get_actions']],
    ['match_operator', []],
  ])(
    'every route of /v2 refuses %s of Hyperion by name, besides %j',
    async (parameter, takenBy: readonly string[]) => {
      const asked = [...new Set(routes.map(({ path: route }) => route))].filter(
        (route) => route.startsWith('/v2/') && !takenBy.includes(route),
      );
      expect(asked.length).toBeGreaterThan(12);
      for (const route of [...asked, '/v2/state/get_account'])
        expect(await answerOf((history) => history.get(route, { [parameter]: 'weight:asc' }))).toMatchObject({
          status: 400,
          json: { message: expect.stringContaining(`${parameter}: is not served`) },
        });
    },
  );

  /** 200, or a refusal in the words of the parameter. Returns a description of every other answer. */
  function faultOf(route: string, parameter: string, { status, json }: HistoryAnswer): string[] {
    const message = String(json['message']);
    if (status === 200 || status === 404 || NOT_FOUND.test(message)) return [];
    const words = WORDS[`${route.split('/').at(-1)} ${parameter}`] ?? WORDS[parameter] ?? parameter;
    return status === 400 && (message.includes(parameter) || message.includes(words))
      ? []
      : [`${route} ${parameter}: ${status} ${message}`];
  }

  it('every value of every parameter has the same answer in all stores: a result, or its refusal by name', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const route of routes) {
      const { path: url, methods } = route;
      for (const parameter of parametersOf(route)) {
        for (const value of valuesOf(VALUES, count++)) {
          const members = { ...REQUIRED[url], [parameter]: value };
          if (methods.includes('GET'))
            faults.push(...faultOf(url, parameter, await answerOf((each) => each.get(url, members))));
          if (methods.includes('POST'))
            faults.push(...faultOf(url, parameter, await answerOf((each) => each.post(url, members))));
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('members of a body that are no texts and no numbers are refused by name, or ignored where they are optional', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const { path: url, methods, parameters } of routes.filter((route) =>
      route.methods.includes('POST'),
    )) {
      expect(methods).toContain('GET');
      for (const parameter of parameters) {
        for (const value of valuesOf(NOT_TEXTS, count++))
          faults.push(
            ...faultOf(
              url,
              parameter,
              await answerOf((each) => each.post(url, { ...REQUIRED[url], [parameter]: value })),
            ),
          );
      }
    }
    expect(faults).toEqual([]);
  });

  it('a parameter that is given twice is refused by name, or holds twice where it is a member of the document', async () => {
    const faults: string[] = [];
    for (const route of routes.filter(({ methods }) => methods.includes('GET'))) {
      for (const parameter of parametersOf(route)) {
        const required = Object.entries(REQUIRED[route.path] ?? {}).filter(([name]) => name !== parameter);
        const query = new URLSearchParams([...required, [parameter, '1'], [parameter, '2']]).toString();
        const answer = await answerOf((each) => each.get(`${route.path}?${query}`));
        faults.push(...faultOf(route.path, parameter, answer));
        if (answer.status === 200 && ![...MEMBERS, ...UNUSED].includes(parameter))
          faults.push(`${route.path} ${parameter}: 200`);
      }
    }
    expect(faults).toEqual([]);
  });

  it.each(['', '[]', '{}'])(
    'the body %j has no members: routes with required ones refuse it',
    async (body) => {
      for (const { path: url } of routes.filter(({ methods }) => methods.includes('POST'))) {
        const { status } = await answerOf((each) => each.post(url, body));
        expect({ url, status }).toEqual({ url, status: url === '/v1/history/get_actions' ? 200 : 400 });
      }
    },
  );

  it.each(['null', '5', '"a"', '{', 'ÿ'])('the body %j is no object, and is refused', async (body) => {
    for (const { path: url } of routes.filter(({ methods }) => methods.includes('POST'))) {
      const { status, json } = await answerOf((each) => each.post(url, body));
      expect({ url, status }).toEqual({ url, status: 400 });
      expect(json['message']).toContain('JSON');
    }
  });

  it('parameters that a route does not have are ignored', async () => {
    for (const { path: url, methods } of routes.filter(({ parameters }) => parameters.length > 0)) {
      if (!methods.includes('GET')) continue;
      const plain = await answerOf((each) => each.get(url, REQUIRED[url]));
      const more = await answerOf((each) => each.get(url, { ...REQUIRED[url], unknown: 'x', _: 1 }));
      expect(comparable(more)).toEqual(comparable(plain));
    }
  });

  it.each([
    ['/v2/history/get_actions', 'actions'],
    ['/v2/history/get_deltas', 'deltas'],
    ['/v1/history/get_actions', 'actions'],
  ])('after and before of %s include a block at exactly their millisecond', async (url, member) => {
    const blocksOf = async (query: object): Promise<number[]> => {
      const { json } = await answerOf((each) => each.get(url, { ...query }));
      return (json[member] as { block_num: number }[]).map(({ block_num }) => block_num);
    };
    const all = await blocksOf({});
    for (const block of longOr([2, 3, 4, 5, 6], [2, 5])) {
      for (const oddMs of [-1, 0, 1]) {
        const time = new Date(START_MS + block * 500 + oddMs).toISOString();
        for (const text of [time, time.slice(0, -1), time.replace('T', ' ').slice(0, -1)]) {
          const isAfter = (num: number): boolean => (oddMs > 0 ? num > block : num >= block);
          const isBefore = (num: number): boolean => (oddMs < 0 ? num < block : num <= block);
          expect(await blocksOf({ after: text })).toEqual(all.filter(isAfter));
          expect(await blocksOf({ before: text })).toEqual(all.filter(isBefore));
        }
      }
    }
  });

  it('get_deltas finds no other row by a number that does not fit 64 bits', async () => {
    const deltas = '/v2/history/get_deltas';
    for (const parameter of ['scope', 'primary_key']) {
      const last = await answerOf((each) => each.get(deltas, { [parameter]: 2n ** 64n - 1n }));
      expect(last.json['total']).toEqual({ value: 1, relation: 'eq' });
      const behind = await answerOf((each) => each.get(deltas, { [parameter]: 2n ** 64n }));
      expect(behind.json['message']).toBe(`${parameter}: must be less than 2^64`);
    }
  });
});
