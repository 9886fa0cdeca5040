// Signed transactions for the development chain, made beforehand so that a measurement holds none of it.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const {
  encodeAction,
  packTransaction,
  parseAbi,
  parsePrivateKey,
  signDigest,
  signingDigest,
} = require('../../dist/gateway/libs/antelope/src/index.js');

export async function call(pool, path, body) {
  const answer = await pool.request({ path, method: 'POST', body: JSON.stringify(body ?? {}) });
  const json = await answer.body.json();
  if (answer.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json;
}

async function header(pool) {
  const info = await call(pool, '/v1/chain/get_info');
  const block = await call(pool, '/v1/chain/get_block_info', { block_num: info.last_irreversible_block_num });
  return {
    chainId: info.chain_id,
    expiration: new Date(Date.parse(`${info.head_block_time}Z`) + 300_000).toISOString().slice(0, 19),
    ref_block_num: block.block_num & 0xffff,
    ref_block_prefix: block.ref_block_prefix,
  };
}

/** One packed transaction per transfer { contract, from, to, quantity, memo }, signed by `from`. */
export async function signedTransfers(pool, transfers) {
  const { chainId, ...fields } = await header(pool);
  const told = await (await pool.request({ path: '/devchain/accounts', method: 'GET' })).body.json();
  const keys = new Map(told.map(({ name, private_key: key }) => [name, parsePrivateKey(key)]));
  const abis = new Map();
  for (const contract of new Set(transfers.map((transfer) => transfer.contract))) {
    const { abi } = await call(pool, '/v1/chain/get_raw_abi', { account_name: contract });
    abis.set(contract, parseAbi(Buffer.from(abi, 'base64')));
  }
  return transfers.map(({ contract, from, to, quantity, memo }) => {
    const data = encodeAction(abis.get(contract), 'transfer', { from, to, quantity, memo });
    const packed = packTransaction({
      ...fields,
      max_net_usage_words: 0,
      max_cpu_usage_ms: 0,
      delay_sec: 0,
      context_free_actions: [],
      actions: [
        {
          account: contract,
          name: 'transfer',
          authorization: [{ actor: from, permission: 'active' }],
          data: Buffer.from(data).toString('hex'),
        },
      ],
      transaction_extensions: [],
    });
    return {
      signatures: [signDigest(keys.get(from), signingDigest(chainId, packed))],
      compression: 'none',
      packed_context_free_data: '',
      packed_trx: Buffer.from(packed).toString('hex'),
    };
  });
}

const CONCURRENCY = 16;

/** Pushes all of them, 16 at a time. */
export async function pushAll(pool, transactions) {
  const waiting = [...transactions];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        await call(pool, '/v1/chain/send_transaction', next);
      }
    }),
  );
}
