// Signed transfers per second of the development chain, over HTTP, signed beforehand.
import { createRequire } from 'node:module';
import { Pool } from 'undici';
import { cpuSeconds, residentMiB } from './machine.mjs';

const require = createRequire(import.meta.url);
const {
  encodeAction,
  packTransaction,
  parseAbi,
  parsePrivateKey,
  signDigest,
  signingDigest,
} = require('../../dist/gateway/libs/antelope/src/index.js');
const CONCURRENCY = 16;

async function call(pool, path, body) {
  const answer = await pool.request({ path, method: 'POST', body: JSON.stringify(body ?? {}) });
  const json = await answer.body.json();
  if (answer.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json;
}

async function signedTransfers(pool, count) {
  const info = await call(pool, '/v1/chain/get_info');
  const accounts = await (await pool.request({ path: '/devchain/accounts', method: 'GET' })).body.json();
  const alice = parsePrivateKey(accounts.find(({ name }) => name === 'alice').private_key);
  const { abi } = await call(pool, '/v1/chain/get_raw_abi', { account_name: 'btc.token' });
  const token = parseAbi(Buffer.from(abi, 'base64'));
  const block = await call(pool, '/v1/chain/get_block_info', { block_num: info.last_irreversible_block_num });
  const expiration = new Date(Date.parse(`${info.head_block_time}Z`) + 300_000).toISOString().slice(0, 19);
  return Array.from({ length: count }, (_unused, index) => {
    const data = encodeAction(token, 'transfer', {
      ...{ from: 'alice', to: 'bob', quantity: '0.00000001 BTC', memo: `bench ${index}` },
    });
    const packed = packTransaction({
      expiration,
      ref_block_num: block.block_num & 0xffff,
      ref_block_prefix: block.ref_block_prefix,
      max_net_usage_words: 0,
      max_cpu_usage_ms: 0,
      delay_sec: 0,
      context_free_actions: [],
      actions: [
        {
          account: 'btc.token',
          name: 'transfer',
          authorization: [{ actor: 'alice', permission: 'active' }],
          data: Buffer.from(data).toString('hex'),
        },
      ],
      transaction_extensions: [],
    });
    return {
      signatures: [signDigest(alice, signingDigest(info.chain_id, packed))],
      compression: 'none',
      packed_context_free_data: '',
      packed_trx: Buffer.from(packed).toString('hex'),
    };
  });
}

export async function measureTransfers({ url, pid, count }) {
  const pool = new Pool(url, { connections: CONCURRENCY });
  const transactions = await signedTransfers(pool, count + 200);
  for (const transaction of transactions.splice(0, 200)) {
    await call(pool, '/v1/chain/send_transaction', transaction); // warm-up
  }
  const cpuBefore = cpuSeconds(pid);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = transactions.pop(); next; next = transactions.pop()) {
        await call(pool, '/v1/chain/send_transaction', next);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds(pid);
  await pool.close();
  return {
    name: 'development chain: signed transfers over HTTP',
    transfers: count,
    transfers_per_second: Math.round(count / seconds),
    cpu_us_per_transfer: cpu === undefined ? undefined : Math.round(((cpu - cpuBefore) * 1e6) / count),
    resident_mib_after: residentMiB(pid),
  };
}
