import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { APIClient, FetchProvider } from '@wharfkit/antelope';
import { HyperionAPIClient } from '@wharfkit/hyperion';
import { JsonRpc } from 'eosjs';
import { request } from 'undici';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { type RunningGateway } from '../../../harness/gateway/start-gateway';
import { startLabelledGateway } from '../../../harness/gateway/labelled-gateway';
import { ServedChain } from '../../../harness/history/served-chain';
import { allOrSome } from '../../../harness/long';
import { TestChain } from '../../../harness/node/test-chain';
import { until } from '../../../harness/until';

const run = promisify(execFile);
const RATES = { RATE_LIMIT_MIRROR: '1000000', NODE_POLL_MS: '100' };

/** Reads of every route of a node that answers the same to the same question at one head. */
const READS: readonly (readonly [name: string, body: object])[] = [
  ['get_info', {}],
  ['get_account', { account_name: 'alice' }],
  ['get_account', { account_name: 'nosuch' }],
  ['get_abi', { account_name: 'btc.token' }],
  ['get_raw_abi', { account_name: 'btc.token' }],
  ['get_code', { account_name: 'btc.token', code_as_wasm: 1 }],
  ['get_code_hash', { account_name: 'btc.token' }],
  ['get_raw_code_and_abi', { account_name: 'btc.token' }],
  ['get_block', { block_num_or_id: 2 }],
  ['get_block', { block_num_or_id: 4_000_000_000 }],
  ['get_raw_block', { block_num_or_id: 2 }],
  ['get_block_info', { block_num: 2 }],
  ['get_block_header_state', { block_num_or_id: 2 }],
  ['get_table_rows', { code: 'btc.token', scope: 'alice', table: 'accounts', json: true }],
  ['get_table_rows', { code: 'btc.token', scope: 'alice', table: 'nosuch', json: true }],
  ['get_table_by_scope', { code: 'btc.token', table: 'accounts', limit: 3 }],
  ['get_currency_balance', { code: 'btc.token', account: 'alice', symbol: 'BTC' }],
  ['get_currency_stats', { code: 'btc.token', symbol: 'BTC' }],
  ['get_producers', { json: true }],
  ['get_producer_schedule', {}],
  ['get_scheduled_transactions', { json: true }],
  ['get_activated_protocol_features', { limit: 2 }],
  ['get_accounts_by_authorizers', { accounts: ['alice'], keys: [] }],
  ['get_consensus_parameters', {}],
  ['get_transaction_status', { id: 'ab'.repeat(32) }],
];

/** An answer about an irreversible block is kept, with the head of its node at that time: it holds at every head. */
const holdsAtEveryHead = (body: object): boolean =>
  Object.entries(body).some(([member, value]) => member.startsWith('block_num') && value === 2);

interface Seen {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

/** Without parameters: the mirror names its own type, and JSON has no `charset`. Source: RFC 8259 11. */
const mediaType = (type: string): string => type.replace(/;.*$/, '');

/** By undici, which shows the bytes as they came. */
async function byUndici(
  url: string,
  path: string,
  method: 'GET' | 'POST' | 'HEAD',
  body?: string,
): Promise<Seen> {
  const answer = await request(url + path, { method, ...(body === undefined ? {} : { body }) });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const type = answer.headers['content-type'];
  return { status: answer.statusCode, type: mediaType(String(type)), body: bytes.toString('latin1') };
}

/** Ends the answer of each URL; no JSON has it. */
const END = '\u001e';

/** By the program curl, as people type it: with its own content type for a body. One process asks all URLs. */
async function byCurl(urls: readonly string[], path: string, body: string): Promise<Seen[]> {
  const format = `\n%{http_code} %{content_type}${END}`;
  const requests = urls.map((url) => ['-s', '-w', format, `${url}${path}`, '-d', body]);
  const args = requests.flatMap((one, index) => (index === 0 ? one : ['--next', ...one]));
  const { stdout } = await run('curl', args, { encoding: 'latin1' });
  return stdout.split(END, urls.length).map((text) => {
    const end = text.lastIndexOf('\n');
    const [status = '', type = ''] = text.slice(end + 1).split(/ (.*)/);
    return { status: Number(status), type, body: text.slice(0, end) };
  });
}

const head = (chain: TestChain): number => Number(chain.devchain.chain.head().num);
const chainPath = (name: string): string => `/v1/chain/${name}`;

describe('a client library of a node', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual' });
    gateway = await startLabelledGateway([{ url: chain.url, name: 'node' }], { env: RATES });
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it.each(allOrSome(READS, 9))(
    'curl and undici get the bytes of the node from %s with %j',
    async (name, body) => {
      const text = JSON.stringify(body);
      const path = chainPath(name);
      const direct = await byUndici(chain.url, path, 'POST', text);
      expect(await byUndici(gateway.url, path, 'POST', text)).toEqual(direct);
      expect(await byUndici(`${gateway.url}/mainnet`, path, 'POST', text)).toEqual(direct);
      const [bare, mirrored] = await byCurl([chain.url, gateway.url], path, text);
      expect([bare?.status, mirrored]).toEqual([direct.status, bare]);
    },
  );

  const calls: readonly (readonly [string, (rpc: JsonRpc) => Promise<unknown>])[] = [
    ['get_info', (rpc) => rpc.get_info()],
    ['get_account', (rpc) => rpc.get_account('alice')],
    ['get_abi', (rpc) => rpc.get_abi('btc.token')],
    ['get_raw_abi', (rpc) => rpc.get_raw_abi('btc.token')],
    ['getRawAbi', (rpc) => rpc.getRawAbi('btc.token')],
    ['get_code', (rpc) => rpc.get_code('btc.token')],
    ['get_code_hash', (rpc) => rpc.get_code_hash('btc.token')],
    ['get_raw_code_and_abi', (rpc) => rpc.get_raw_code_and_abi('btc.token')],
    ['get_block', (rpc) => rpc.get_block(2)],
    ['get_block_info', (rpc) => rpc.get_block_info(2)],
    ['get_block_header_state', (rpc) => rpc.get_block_header_state(head(chain))],
    ['get_currency_balance', (rpc) => rpc.get_currency_balance('btc.token', 'alice')],
    ['get_currency_stats', (rpc) => rpc.get_currency_stats('btc.token', 'BTC')],
    ['get_producer_schedule', (rpc) => rpc.get_producer_schedule()],
    ['get_producers', (rpc) => rpc.get_producers()],
    ['get_scheduled_transactions', (rpc) => rpc.get_scheduled_transactions()],
    [
      'get_scheduled_transactions from an id',
      (rpc) => rpc.get_scheduled_transactions(true, 'ab'.repeat(32), 5),
    ],
    ['get_activated_protocol_features', (rpc) => rpc.get_activated_protocol_features({})],
    [
      'get_accounts_by_authorizers',
      (rpc) => rpc.get_accounts_by_authorizers([{ actor: 'alice', permission: 'active' }], []),
    ],
    ['get_table_rows', (rpc) => rpc.get_table_rows({ code: 'btc.token', scope: 'alice', table: 'accounts' })],
    ['get_table_by_scope', (rpc) => rpc.get_table_by_scope({ code: 'btc.token', table: 'accounts' })],
  ];

  it.each(calls)('eosjs gets the same from %s as at the node', async (_, call) => {
    const [direct, mirrored] = await Promise.all(
      [chain.url, gateway.url].map((url) => call(new JsonRpc(url, { fetch }))),
    );
    expect(mirrored).toEqual(direct);
  });

  it('eosjs gets the same refusal as at the node', async () => {
    const [direct, mirrored] = await Promise.all(
      [chain.url, gateway.url].map((url) =>
        new JsonRpc(url, { fetch }).get_account('nosuch').catch((error: { json?: unknown }) => error.json),
      ),
    );
    expect(direct).toMatchObject({ error: expect.anything() as unknown });
    expect(mirrored).toEqual(direct);
  });

  const queries: readonly (readonly [string, (client: APIClient) => Promise<unknown>])[] = [
    ['get_info', ({ v1 }) => v1.chain.get_info()],
    ['get_account', ({ v1 }) => v1.chain.get_account('alice')],
    ['get_block', ({ v1 }) => v1.chain.get_block(2)],
    ['get_block_header_state', ({ v1 }) => v1.chain.get_block_header_state(head(chain))],
    ['get_currency_balance', ({ v1 }) => v1.chain.get_currency_balance('btc.token', 'alice')],
    ['get_currency_stats', ({ v1 }) => v1.chain.get_currency_stats('btc.token', 'BTC')],
    [
      'get_table_rows',
      ({ v1 }) => v1.chain.get_table_rows({ code: 'btc.token', scope: 'alice', table: 'accounts' }),
    ],
    ['get_table_by_scope', ({ v1 }) => v1.chain.get_table_by_scope({ code: 'btc.token' })],
    ['get_producer_schedule', ({ v1 }) => v1.chain.get_producer_schedule()],
    ['get_transaction_status', ({ v1 }) => v1.chain.get_transaction_status('ab'.repeat(32))],
    [
      'get_accounts_by_authorizers',
      ({ v1 }) => v1.chain.get_accounts_by_authorizers({ accounts: ['alice'] }),
    ],
  ];

  it.each(queries)('wharfkit gets the same from %s as at the node', async (_, query) => {
    const [direct, mirrored] = await Promise.all(
      [chain.url, gateway.url].map((url) => query(new APIClient({ url }))),
    );
    expect(JSON.stringify(mirrored)).toBe(JSON.stringify(direct));
  });
});

describe('on a chain that produces blocks, at an equal head', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS }, { simulation: true });
    gateway = await startLabelledGateway([{ url: chain.url, name: 'node' }], { env: RATES });
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it.each(READS)('an answer to %s with %j at an equal head has the bytes of the node', async (name, body) => {
    const text = JSON.stringify(body);
    await until(async () => {
      const before = head(chain);
      const direct = await byUndici(chain.url, chainPath(name), 'POST', text);
      const mirrored = await request(gateway.url + chainPath(name), { method: 'POST', body: text });
      const bytes = Buffer.from(await mirrored.body.arrayBuffer()).toString('latin1');
      const isOfHead = holdsAtEveryHead(body) || Number(mirrored.headers['x-head-block']) === before;
      const isSameHead = head(chain) === before && isOfHead;
      if (isSameHead) expect([mirrored.statusCode, bytes]).toEqual([direct.status, direct.body]);
      return isSameHead;
    });
  });
});

describe('a client library of a node with history', () => {
  let history: ServedChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    history = await ServedChain.start();
    const { clock } = history.chain;
    clock.advance(Date.now() - clock.now());
    await history.chain.produce(3);
    await history.caughtUp();
    const nodes = [
      { url: history.chain.url, name: 'chain', capabilities: ['chain'] },
      { url: history.url, name: 'history', capabilities: ['history', 'trace', 'v2'] },
    ];
    // The chain of this spec stands still.
    gateway = await startLabelledGateway(nodes, { env: { ...RATES, NODE_MAX_HEAD_AGE_SECONDS: '86400' } });
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
  });

  /** A duration differs from request to request. */
  const timeless = ({ body, ...rest }: Seen): Seen => ({
    ...rest,
    body: body.replace(/"query_time(?:_ms)?":"?[\d.]+"?/g, '"query_time":0'),
  });

  it.each([
    '/v2/history/get_actions?account=alice&limit=5',
    '/v2/history/get_actions?account=alice&limit=5&simple=true',
    '/v2/history/get_created_accounts?account=eosio',
    '/v2/history/get_creator?account=alice',
    '/v2/history/get_deltas?code=btc.token&limit=3',
    '/v2/history/get_schedule',
    '/v2/history/get_abi_snapshot?contract=btc.token',
    `/v2/history/get_transaction?id=${'ab'.repeat(32)}`,
    '/v2/state/get_account?account=alice',
    '/v2/state/get_tokens?account=alice',
    '/v2/state/get_links?account=alice',
    '/v2/state/get_proposals?account=alice',
    '/v2/state/get_voters',
    '/v2/stats/get_missed_blocks',
    '/v1/history/get_actions?account_name=alice',
    '/v1/history/get_controlled_accounts?controlling_account=alice',
    '/v1/trace_api/get_block?block_num=2',
  ])('undici gets the bytes of the node from GET %s', async (path) => {
    // GET of a /v1 route goes to a node as a POST, as nodes with history do themselves.
    const [route = '', query = ''] = path.split('?');
    const isV1 = route.startsWith('/v1/');
    const direct = isV1
      ? await byUndici(
          history.url,
          route,
          'POST',
          JSON.stringify(Object.fromEntries(new URLSearchParams(query))),
        )
      : await byUndici(history.url, path, 'GET');
    expect(direct.status).not.toBe(404);
    expect(timeless(await byUndici(gateway.url, path, 'GET'))).toEqual(timeless(direct));
  });

  const calls: readonly (readonly [string, (client: HyperionAPIClient) => Promise<unknown>])[] = [
    ['get_actions', ({ v2 }) => v2.history.get_actions('alice')],
    ['get_created_accounts', ({ v2 }) => v2.history.get_created_accounts('eosio')],
    ['get_abi_snapshot', ({ v2 }) => v2.history.get_abi_snapshot('btc.token', 2, true)],
    ['get_tokens', ({ v2 }) => v2.state.get_tokens('alice')],
    ['get_links', ({ v2 }) => v2.state.get_links('alice')],
    ['get_voters', ({ v2 }) => v2.state.get_voters()],
  ];

  it.each(calls)('wharfkit/hyperion gets the same from %s as at the node', async (_, call) => {
    const [direct, mirrored] = await Promise.all(
      [history.url, gateway.url].map(async (url) => {
        const client = new APIClient({ provider: new FetchProvider(url, { fetch }) });
        const found = await call(new HyperionAPIClient(client));
        return JSON.stringify(found).replace(/"query_time(?:_ms)?":"?[\d.]+"?/g, '"query_time":0');
      }),
    );
    expect(direct?.length).toBeGreaterThan(10);
    expect(mirrored).toBe(direct);
  });
});
