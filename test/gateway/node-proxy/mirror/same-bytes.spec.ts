import { APIClient } from '@wharfkit/antelope';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { TestChain } from '../../../harness/node/test-chain';

let chain: TestChain;
let gateway: RunningGateway;

beforeAll(async () => {
  chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual' });
  gateway = await startGateway(chain.url, undefined, { RATE_LIMIT_MIRROR: '100000' });
});
afterAll(async () => {
  await gateway.close();
  await chain.close();
});

interface Seen {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

async function ask(url: string, path: string, init: RequestInit): Promise<Seen> {
  const answer = await fetch(url + path, init);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** Bodies of every read route of a node, among them ones that it refuses. */
const BODIES: readonly (readonly [string, ...(object | string | undefined)[]])[] = [
  ['get_info', undefined, {}, '', 'no JSON', { x: 1 }],
  [
    'get_account',
    { account_name: 'alice' },
    { account_name: 'nosuch' },
    {},
    undefined,
    '[]',
    '{"a":',
    { account_name: 5 },
  ],
  ['get_abi', { account_name: 'dex' }, { account_name: 'alice' }],
  ['get_raw_abi', { account_name: 'dex' }, { account_name: 'dex', abi_hash: 'ab'.repeat(32) }],
  ['get_code', { account_name: 'dex', code_as_wasm: 1 }, { account_name: 'dex' }],
  ['get_code_hash', { account_name: 'dex' }],
  ['get_raw_code_and_abi', { account_name: 'dex' }],
  [
    'get_block',
    { block_num_or_id: '2' },
    { block_num_or_id: 2 },
    { block_num_or_id: 4294967295 },
    { block_num_or_id: '' },
  ],
  ['get_raw_block', { block_num_or_id: '2' }],
  [
    'get_block_header',
    { block_num_or_id: '2' },
    { block_num_or_id: 2, include_extensions: true },
    { block_num_or_id: '99999' },
    {},
  ],
  ['get_finalizer_info', undefined],
  ['get_block_info', { block_num: 2 }, { block_num: '2' }, { block_num: 99999 }],
  ['get_block_header_state', { block_num_or_id: '2' }, { block_num_or_id: '99999' }],
  [
    'get_table_rows',
    { code: 'btc.token', scope: 'alice', table: 'accounts', json: true },
    { code: 'btc.token', scope: 'alice', table: 'accounts' },
    { code: 'btc.token', scope: 'alice', table: 'nosuch', json: true },
    {
      code: 'btc.token',
      scope: 'BTC',
      table: 'stat',
      json: true,
      index_position: 1,
      key_type: '',
      unknown: [1],
    },
    '{"json":true,"json":false,"code":"btc.token","scope":"alice","table":"accounts"}',
  ],
  ['get_table_by_scope', { code: 'btc.token', table: 'accounts', limit: 3 }],
  [
    'get_currency_balance',
    { code: 'btc.token', account: 'alice', symbol: 'BTC' },
    { code: 'btc.token', account: 'alice', symbol: null },
    { code: 'alice', account: 'alice' },
  ],
  ['get_currency_stats', { code: 'btc.token', symbol: 'BTC' }, { code: 'btc.token', symbol: 'NO' }],
  ['get_producers', { json: true }, { json: true, limit: '5' }],
  ['get_producer_schedule', undefined],
  ['get_scheduled_transaction', { json: true }],
  ['get_scheduled_transactions', { json: true }],
  ['get_activated_protocol_features', undefined, { limit: 5 }],
  ['get_accounts_by_authorizers', { accounts: ['alice'], keys: [] }],
  ['get_consensus_parameters', undefined],
  ['get_transaction_status', { id: 'ab'.repeat(32) }, { id: 'x' }],
  ['get_required_keys', { transaction: {}, available_keys: [] }],
  ['get_transaction_id', {}],
  ['compute_transaction', { transaction: {} }],
  ['send_read_only_transaction', { transaction: {} }],
  ['/v1/node/get_supported_apis', undefined],
  [
    'abi_json_to_bin',
    {
      code: 'btc.token',
      action: 'transfer',
      args: { from: 'alice', to: 'bob', quantity: '0.00010000 BTC', memo: 'hi' },
    },
  ],
  [
    'abi_bin_to_json',
    {
      code: 'btc.token',
      action: 'transfer',
      binargs: '0000000000855c340000000000000e3d10270000000000000842544300000000026869',
    },
  ],
];

const cases = BODIES.flatMap(([name, ...bodies]) =>
  bodies.map((body): [string, string | undefined] => [
    name.startsWith('/') ? name : `/v1/chain/${name}`,
    typeof body === 'object' ? JSON.stringify(body) : body,
  ]),
);

describe('POST routes through the gateway', () => {
  it.each(cases)('POST %s %s through the gateway has the answer of the node', async (path, body) => {
    const init = { method: 'POST', body };
    const direct = await ask(chain.url, path, init);
    expect(await ask(gateway.url, path, init)).toEqual(direct);
    expect(await ask(`${gateway.url}/mainnet`, path, init)).toEqual(direct);
  });
});

describe('APIClient of wharfkit', () => {
  const through = (): APIClient[] => [chain.url, gateway.url].map((url) => new APIClient({ url }));

  it.each<[string, (client: APIClient) => Promise<unknown>]>([
    ['get_info', ({ v1 }) => v1.chain.get_info()],
    ['get_account', ({ v1 }) => v1.chain.get_account('alice')],
    ['get_abi', ({ v1 }) => v1.chain.get_abi('dex')],
    ['get_raw_abi', ({ v1 }) => v1.chain.get_raw_abi('dex')],
    ['get_block', ({ v1 }) => v1.chain.get_block(2)],
    ['get_currency_balance', ({ v1 }) => v1.chain.get_currency_balance('btc.token', 'alice')],
    [
      'get_table_rows',
      ({ v1 }) => v1.chain.get_table_rows({ code: 'btc.token', scope: 'alice', table: 'accounts' }),
    ],
    ['get_table_by_scope', ({ v1 }) => v1.chain.get_table_by_scope({ code: 'btc.token' })],
    ['get_producer_schedule', ({ v1 }) => v1.chain.get_producer_schedule()],
  ])('wharfkit decodes %s the same through the gateway', async (_, call) => {
    const [direct, mirrored] = await Promise.all(through().map(call));
    expect(JSON.stringify(mirrored)).toBe(JSON.stringify(direct));
  });
});
