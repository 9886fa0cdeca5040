import { createServer, type Server } from 'node:http';
import { completeBlocks } from '../../harness/history/complete-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';

interface NodeAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PATH = '/v2/state/get_account';
const ACCOUNT = {
  account_name: 'alice',
  core_liquid_balance: '1.0000 SYS',
  ram_quota: '18446744073709551615',
};
const refusal = (status: number, code: number, message: string): NodeAnswer => ({
  status,
  body: JSON.stringify({
    code: status,
    message: 'refused',
    error: { code, name: 'x', what: 'x', details: [{ message }] },
  }),
});

describe('GET /v2/state/get_account', () => {
  let node: Server;
  let history: SampleHistory;
  let answer: NodeAnswer;
  let asked: string[];

  beforeAll(async () => {
    node = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => asked.push(text));
      request.on('end', () => {
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    history = await SampleHistory.start(completeBlocks(), {
      irreversibleNum: 4,
      chainUrl: await listenOnLoopback(node),
    });
  });
  beforeEach(() => {
    answer = { status: 200, body: JSON.stringify(ACCOUNT) };
    asked = [];
  });
  afterAll(async () => {
    await history.close();
    await closeServer(node);
  });

  it('a name with blanks around it is asked for without them', async () => {
    const { status } = await history.get(PATH, { account: ' alice ' });
    expect([status, asked]).toEqual([200, ['{"account_name":"alice"}']]);
  });

  it('/v2/state/get_account answers the account of the node, links, tokens and newest actions', async () => {
    const { json } = await history.get(PATH, { account: 'alice' });
    expect(json).toMatchObject({
      query_time_ms: expect.any(Number),
      cached: false,
      lib: 4,
      last_indexed_block: 6,
      account: ACCOUNT,
      links: [
        { timestamp: '2030-01-01T00:00:01.000', permission: 'trade', code: 'dex', action: '' },
        { permission: 'pay', code: 'sys.token', action: 'transfer' },
      ],
      tokens: [
        { symbol: 'OTH', precision: 4, amount: 1.5, contract: 'sys.token' },
        { symbol: 'SYS', precision: 4, amount: 1.5, contract: 'sys.token' },
      ],
      total_actions: 4,
    });
    expect((json['actions'] as { block_num: number }[]).map(({ block_num }) => block_num)).toEqual([
      5, 4, 4, 3,
    ]);
    expect(asked).toEqual(['{"account_name":"alice"}']);
  });

  it.each([
    [{ limit: 1 }, [5]],
    [{ skip: 3 }, [3]],
    [{ limit: 2, skip: 1 }, [4, 4]],
    [{ limit: 2000 }, [5, 4, 4, 3]],
    [{ skip: 10_000 }, []],
  ])('/v2/state/get_account takes %j as the page of the actions alone', async (page, blocks) => {
    const plain = await history.read<Record<string, unknown>>(PATH, { account: 'alice' });
    const paged = await history.read<{ actions: { block_num: number }[] }>(PATH, {
      account: 'alice',
      ...page,
    });
    expect(paged.actions.map(({ block_num }) => block_num)).toEqual(blocks);
    expect(paged).toEqual({ ...plain, actions: paged.actions, query_time_ms: expect.any(Number) });
  });

  it.each([
    [{}, 'account must be a string'],
    [{ account: '' }, 'account must be longer than or equal to 1 characters'],
    [{ account: 'a'.repeat(13) }, 'account must be shorter than or equal to 12 characters'],
    [{ account: 'UPPER' }, 'account: "UPPER" is not a name'],
    [{ account: 'alice', limit: 0 }, 'limit must not be less than 1'],
    [{ account: 'alice', skip: -1 }, 'skip must not be less than 0'],
    [{ account: 'alice', skip: 10_001 }, 'skip is above maximum internal limit: 10000'],
  ])('/v2/state/get_account refuses %j by name, and the node is not asked', async (query, message) => {
    const { status, json } = await history.get(PATH, query);
    expect({ status, json }).toEqual({
      status: 400,
      json: { statusCode: 400, error: 'Bad Request', message: expect.stringContaining(message) },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'the code of get_account and an unknown key',
      refusal(
        400,
        3_060_002,
        'unable to retrieve account info (unknown key (boost::tuples::tuple<...>): (0 nobody))',
      ),
    ],
    [
      'the code of get_account and an unknown name',
      refusal(400, 3_060_002, 'unknown key (eosio::chain::name): nobody'),
    ],
    ['an unknown key', refusal(500, 0, 'unknown key (boost::tuples::tuple<...>): (0 nobody)')],
  ])(
    '/v2/state/get_account does not find an account that the node refuses with %s',
    async (_title, refused) => {
      answer = refused;
      expect(await history.get(PATH, { account: 'nobody' })).toMatchObject({
        status: 500,
        json: { statusCode: 500, error: 'Internal Server Error', message: 'Account not found!' },
      });
    },
  );

  it.each([
    ['is busy', refusal(503, 0, 'Too many requests')],
    ['fails within get_account', refusal(400, 3_060_002, 'unable to retrieve account info (bad allocation)')],
    ['fails', refusal(500, 3_080_006, 'deadline exceeded')],
    ['answers no JSON', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['answers another object', { status: 200, body: '{"rows":[]}' }],
    [
      'answers values that are nested too deeply',
      {
        status: 200,
        body: `{"account_name":"alice","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      },
    ],
    ['answers nothing', { status: 204, body: '' }],
  ])(
    '/v2/state/get_account does not say that the account is missing when the node %s',
    async (_title, failed) => {
      answer = failed;
      expect(await history.get(PATH, { account: 'alice' })).toMatchObject({
        status: 503,
        json: { statusCode: 503, message: 'the node of the chain does not answer' },
      });
    },
  );

  it('/v2/state/get_account names the status and location of a redirect of the node', async () => {
    answer = { status: 308, body: '', headers: { location: 'https://node.example/v1/chain/get_account' } };
    expect(await history.get(PATH, { account: 'alice' })).toMatchObject({
      status: 503,
      json: {
        message:
          'the node answers 308, a redirect to https://node.example/v1/chain/get_account: set its URL to that',
      },
    });
  });

  it('/v2/state/get_account of a history without the URL of a node answers what the history knows', async () => {
    const known = await history.read<Record<string, unknown>>(PATH, { account: 'alice' });
    const alone = await SampleHistory.start(completeBlocks(), { irreversibleNum: 4 });
    expect(await alone.read(PATH, { account: 'alice' })).toEqual({
      ...known,
      account: null,
      query_time_ms: expect.any(Number),
    });
    await alone.close();
  });
});
