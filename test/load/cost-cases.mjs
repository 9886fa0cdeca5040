// The requests whose cost is compared: typical requests of clients, and requests designed to be expensive.
import { filled } from './cost-inputs.mjs';

const BYTES = 262_144;
/** Within the size limit of tools without a transaction. */
const SMALL = 16_000;
/** Within the size limit of messages that call no relay tool. */
const MESSAGE = 20_400;
const RELAY = 'push_transaction';
const NEWEST = '2026-07-28';

const tool = (bucket, name, input, more = {}) => ({
  bucket,
  name,
  path: `/v1/tools/${name}`,
  body: JSON.stringify(input),
  ...more,
});

const mcp = (bucket, name, message, more = {}) => ({
  bucket,
  name: `MCP ${name}`,
  path: '/mcp',
  body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  ...more,
});

const withMeta = (method, _meta) => ({ method, params: { _meta } });
const call = (name, input) => ({ method: 'tools/call', params: { name, arguments: input } });

const META = {
  'io.modelcontextprotocol/protocolVersion': NEWEST,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const newest = (method, params = {}) => ({ method, params: { ...params, _meta: META } });
const newestHeaders = (method, name) => ({
  'mcp-protocol-version': NEWEST,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

const page = (path, name = path) => ({ bucket: 'mirror', name, path, method: 'GET' });

const TRANSFER = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001' };
const BOOK = { pair: 'btcusdt', depth: 200 };
const TRADES = { pair: 'btcusdt', limit: 200 };
const ORDERS = { code: 'dex', scope: 'btcusdt', table: 'orderbook2', limit: 500 };

const MORE_THAN_ANY_ORDER = 1_000_000_000;
let reads = 0;
/** A page that no earlier request asked for: a node is asked. */
const uncached = (limit) => ({
  ...tool('read', 'get_table_rows'),
  name: `get_table_rows, limit ${limit}, uncached`,
  body: () => JSON.stringify({ ...ORDERS, limit, upper_bound: MORE_THAN_ANY_ORDER + (reads += 1) }),
});

/** Inputs that the search writes as fresh: no earlier request had them. */
const varied = (request, input) => ({
  ...request,
  name: `${request.name}, inputs all different`,
  body: () => JSON.stringify(filled(input, (reads += 1))),
});
const unknownName = { account: { fresh: 'name' } };
const rowsOverMcp = () => ({
  ...{ jsonrpc: '2.0', id: 1 },
  ...call('get_table_rows', { ...ORDERS, upper_bound: { fresh: 'number' } }),
});

/** Under a name of the gateway that no earlier request had. */
const otherHosts = (request) => ({
  ...request,
  name: `${request.name}, Host always different`,
  headers: () => ({ host: `name-${(reads += 1)}.example` }),
});

export const ordinaryCases = [
  tool('read', 'get_chain_info', {}),
  tool('read', 'get_btc_price', {}),
  tool('read', 'get_account', { account: 'alice' }),
  tool('read', 'get_orderbook', BOOK),
  tool('read', 'get_trades', TRADES),
  tool('read', 'get_table_rows', ORDERS),
  uncached(1),
  uncached(500),
  tool('read', 'get_loans', {}),
  varied({ ...tool('read', 'get_deposit_address', {}), status: 400 }, unknownName),
  varied({ ...tool('read', 'get_vault', {}), status: 400 }, unknownName),
  varied(mcp('read', 'get_table_rows', {}), rowsOverMcp()),
  varied(tool('compose', 'transfer', {}), { ...TRANSFER, amount: { fresh: 'amount' } }),
  tool('compose', 'setup_vault', { account: 'alice' }),
  mcp('read', 'get_chain_info', call('get_chain_info', {})),
  mcp('read', 'get_orderbook', call('get_orderbook', BOOK)),
  mcp('read', 'get_trades', call('get_trades', TRADES)),
  mcp('read', 'get_table_rows', call('get_table_rows', ORDERS)),
  mcp(
    'read',
    'get_table_rows, newest revision',
    newest('tools/call', call('get_table_rows', ORDERS).params),
    {
      headers: newestHeaders('tools/call', 'get_table_rows'),
    },
  ),
  tool('compose', 'transfer', TRANSFER),
  tool('compose', 'borrow', { account: 'alice', amount_usdt: '500', max_apr_bps: 2000 }),
  tool('compose', 'place_order', {
    account: 'alice',
    pair: 'btcusdt',
    side: 'sell',
    price: '90000',
    amount: '0.001',
  }),
  mcp('meta', 'ping', { method: 'ping' }),
  mcp('meta', 'tools/list', { method: 'tools/list' }),
  mcp('meta', 'tools/list, newest revision', newest('tools/list'), { headers: newestHeaders('tools/list') }),
  page('/docs'),
  page('/docs/openapi.json'),
  otherHosts(page('/docs/openapi.json')),
  otherHosts(page('/docs/tools.json')),
  page('/docs/swagger-ui-bundle.js'),
];

const many = (text, length = BYTES - 1_000) =>
  text.repeat(Math.floor(length / text.length)).replace(/,$/, '');
const unknownMembers = (count) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`acount_${index}`, 1]));

const refused = (bucket, name, body) => ({ bucket, name, path: '/v1/tools/get_account', body, status: 400 });
const refusedTransfer = (name, input) => ({
  ...refused('compose', name, JSON.stringify({ ...TRANSFER, ...input })),
  path: '/v1/tools/transfer',
});

export const hostileCases = [
  { ...refused('read', '256 KB, refused by its length', 'x'.repeat(BYTES)), status: 413 },
  refused('read', '490 unknown members', JSON.stringify(unknownMembers(490))),
  refused('read', '16 KB of broken JSON', `{"a":[${many('1,', SMALL)}x`),
  refused('read', '16 KB of nesting', `{"a":${'['.repeat(SMALL)}`),
  refused('read', 'a name of 16 KB', JSON.stringify({ account: 'x'.repeat(SMALL) })),
  refused('read', '16 KB of escapes', `{"account":"${many('\\u0061', SMALL)}"}`),
  mcp('read', '490 unknown members', call('get_account', unknownMembers(490))),
  mcp('read', 'a name of 20 KB', call('get_account', { account: 'x'.repeat(MESSAGE - 200) })),
  refusedTransfer('an amount of 16 KB', { amount: '1'.repeat(SMALL) }),
  refusedTransfer('a memo of 16 KB', { memo: 'x'.repeat(SMALL) }),
  mcp('meta', 'tools/list, 190 members in _meta', withMeta('tools/list', unknownMembers(190))),
  mcp('meta', 'tools/list, 480 members in _meta', withMeta('tools/list', unknownMembers(480)), {
    status: 400,
  }),
  mcp('meta', 'ping, 20 KB in _meta', withMeta('ping', { a: 'x'.repeat(MESSAGE - 200) })),
  mcp('meta', 'ping, 250 KB in _meta', withMeta('ping', { a: 'x'.repeat(250_000) }), { status: 413 }),
  mcp(
    'meta',
    'ping, 250 KB that mention a relay tool',
    withMeta('ping', { a: RELAY + 'x'.repeat(250_000) }),
    {
      status: 413,
    },
  ),
  mcp('meta', 'a name of 256 KB', call('get_account', { account: 'x'.repeat(BYTES - 200) }), { status: 413 }),
  mcp('meta', '20 KB of broken JSON', `{"a":[${many('1,', MESSAGE)}x`, { status: 400 }),
  mcp('meta', '256 KB of broken JSON', `{"a":[${many('1,')}x`, { status: 413 }),
  mcp('meta', '256 KB of broken JSON that mention a relay tool', `{"${RELAY}":[${many('1,')}x`, {
    status: 400,
  }),
  mcp('meta', '15 kB of Mcp-Name', newest('tools/call', call('get_account', {}).params), {
    headers: newestHeaders('tools/call', `a${'\t'.repeat(12_000)}a`),
    status: 400,
  }),
];
