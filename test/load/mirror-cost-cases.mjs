// The requests of the node API whose cost is compared. Uncached: each request has a member of its own.
import { Pool } from 'undici';
import { largeBlock } from './large-block.mjs';
import { signedTransfers } from './signed.mjs';

const BLOCK_BYTES = { least: 160_000, most: 260_000 };
const LARGE_BODY = 200_000;

let sent = 0;
const unique = (body) => () => JSON.stringify({ ...body, unique: (sent += 1) });

const api = (name, path, body, more = {}) => ({
  bucket: 'mirror',
  name,
  path,
  body: typeof body === 'object' ? JSON.stringify(body) : body,
  ...more,
});

const chain = (name, route, body, more) => api(`${route}${name}`, `/v1/chain/${route}`, body, more);

/** The same request cached and uncached. */
const both = (name, route, body) => [
  chain(`${name}, cached`, route, body),
  chain(`${name}, uncached`, route, unique(body)),
];

const read = (name, path) => ({ bucket: 'mirror', name, path, method: 'GET' });
const table = (limit) => ({ code: 'dex', scope: 'btcusdt', table: 'orderbook2', json: true, limit });
const longMemo = 'x'.repeat(LARGE_BODY);
const transfer = (memo) => ({ from: 'alice', to: 'bob', quantity: '0.00000001 BTC', memo });
const packedTransfer = (memoBytes) =>
  `0000000000855c340000000000000e3d01000000000000000842544300000000${memoBytes}`;

/** A transfer of more than the sender has, signed: a node executes it and refuses it. */
async function refusedPush(chainUrl) {
  const pool = new Pool(chainUrl, { connections: 1 });
  const overdraft = { contract: 'btc.token', from: 'alice', to: 'bob', quantity: '1000000.00000000 BTC' };
  const [transaction] = await signedTransfers(pool, [{ ...overdraft, memo: 'refused' }]);
  await pool.close();
  return transaction;
}

/** @param chainUrl a development chain with 500 orders in the book of btcusdt */
export async function mirrorCases(chainUrl) {
  const block = await largeBlock(chainUrl, BLOCK_BYTES);
  const push = await refusedPush(chainUrl);
  return [
    chain(' refused', 'push_transaction', push, { status: 500 }),
    chain(', cached', 'get_info', {}),
    chain(', refused by the node', 'get_info', unique({}), { status: 400 }),
    ...both('', 'get_account', { account_name: 'alice' }),
    ...both(', 20 rows', 'get_table_rows', table(20)),
    ...both(', 500 rows', 'get_table_rows', table(500)),
    ...both(', 200 kB', 'get_block', { block_num_or_id: block }),
    chain(', a transfer', 'abi_json_to_bin', {
      code: 'btc.token',
      action: 'transfer',
      args: transfer('hello'),
    }),
    chain(', 200 kB', 'abi_json_to_bin', { code: 'btc.token', action: 'transfer', args: transfer(longMemo) }),
    chain(
      ', 200 kB of values',
      'abi_json_to_bin',
      {
        ...{ code: 'btc.token', action: 'transfer' },
        args: Array.from({ length: LARGE_BODY / 2 }, () => 1),
      },
      { status: 400 },
    ),
    chain(', 200 kB', 'abi_bin_to_json', {
      ...{ code: 'btc.token', action: 'transfer' },
      binargs: packedTransfer(`a08d06${'78'.repeat(100_000)}`),
    }),
    chain(', 200 kB refused', 'push_transaction', { ...push, unique: longMemo }, { status: 500 }),
    chain(
      ', 200 kB of values',
      'get_account',
      JSON.stringify({ account_name: 'alice', unique: Array(LARGE_BODY / 2).fill(1) }),
    ),
    chain(', malformed body', 'get_account', '{"account_name":', { status: 400 }),
    chain(', a name that breaks a rule', 'get_account', { account_name: 'x'.repeat(1_000) }, { status: 400 }),
    read('/v2/history/get_actions, 100, cached', '/v2/history/get_actions?account=alice&limit=100'),
    {
      ...read('/v2/history/get_actions, 100, uncached'),
      concurrent: 4,
      path: () => `/v2/history/get_actions?account=alice&limit=100&unique=${(sent += 1)}`,
    },
    api('trace get_block, uncached', '/v1/trace_api/get_block', unique({ block_num: block }), {
      concurrent: 4,
    }),
    { ...chain(', unknown path', 'nothing', {}, { status: 404 }), bucket: 'none' },
    { ...read('OPTIONS', '/v1/chain/get_info'), method: 'OPTIONS', status: 204, bucket: 'none' },
  ];
}
