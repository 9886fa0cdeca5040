// Signed transactions for the development chain, signed in advance so that a measurement does not include signing.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const {
  encodeAction,
  packTransaction,
  parseAbi,
  parsePrivateKey,
  signDigest,
  signingDigest,
} = require('../../dist/compiled/libs/antelope/src/index.js');

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

/** The development keys that the chain publishes, by account. */
export async function publishedKeys(pool) {
  const accounts = await (await pool.request({ path: '/devchain/accounts', method: 'GET' })).body.json();
  return new Map(accounts.map(({ name, private_key: key }) => [name, key]));
}

async function abisOf(pool, contracts) {
  const abis = new Map();
  for (const contract of contracts) {
    const { abi } = await call(pool, '/v1/chain/get_raw_abi', { account_name: contract });
    abis.set(contract, parseAbi(Buffer.from(abi, 'base64')));
  }
  return abis;
}

/** One packed transaction per action { contract, name, actor, data }, signed with the key of its actor. */
export async function signedActions(pool, actions, keys) {
  const sign = await signing(pool, actions, keys);
  return actions.map((action) => sign([action]));
}

/** One packed transaction of all actions, which have one actor. */
export async function signedTogether(pool, actions, keys) {
  const sign = await signing(pool, actions, keys);
  return sign(actions);
}

/** Signs a list of actions of one actor as a transaction. */
async function signing(pool, all, keys) {
  const { chainId, ...fields } = await header(pool);
  const parsedKeys = new Map(Array.from(keys, ([name, key]) => [name, parsePrivateKey(key)]));
  const abis = await abisOf(pool, new Set(all.map(({ contract }) => contract)));
  return (actions) => {
    const packed = packTransaction({
      ...fields,
      max_net_usage_words: 0,
      max_cpu_usage_ms: 0,
      delay_sec: 0,
      context_free_actions: [],
      actions: actions.map(({ contract, name, actor, data }) => ({
        account: contract,
        name,
        authorization: [{ actor, permission: 'active' }],
        data: Buffer.from(encodeAction(abis.get(contract), name, data)).toString('hex'),
      })),
      transaction_extensions: [],
    });
    return {
      signatures: [signDigest(parsedKeys.get(actions[0].actor), signingDigest(chainId, packed))],
      compression: 'none',
      packed_context_free_data: '',
      packed_trx: Buffer.from(packed).toString('hex'),
    };
  };
}

/** A transfer { contract, from, to, quantity, memo } as an action of its sender. */
export const transferAction = ({ contract, from, ...rest }) => ({
  contract,
  name: 'transfer',
  actor: from,
  data: { from, ...rest },
});

/** One packed transaction per transfer, signed by `from`, whose key the chain publishes. */
export async function signedTransfers(pool, transfers) {
  return signedActions(pool, transfers.map(transferAction), await publishedKeys(pool));
}

const CONCURRENCY = 16;

/** Throws unless the transaction was executed. */
async function push(pool, transaction) {
  const { processed } = await call(pool, '/v1/chain/send_transaction', transaction);
  if (processed.receipt?.status !== 'executed' || processed.except !== null)
    throw new Error(`not executed: ${JSON.stringify(processed)}`);
}

/** Pushes all of them, 16 at a time. */
export async function pushAll(pool, transactions) {
  const waiting = [...transactions];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await push(pool, next);
    }),
  );
}

/** Pushes the lanes in parallel, each in its order. */
export async function pushLanes(pool, lanes) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const transaction of lane) await push(pool, transaction);
    }),
  );
}
