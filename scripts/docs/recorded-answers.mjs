// Records the example answers of the node query API from a development chain and its history.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ABI, Action, PrivateKey, Serializer, Transaction } from '@wharfkit/antelope';
import { compiled } from './compiled.mjs';
import { START_MS, startExamplesChain } from './examples-chain.mjs';

const BLOCKS = 30;
const LONGEST_TEXT = 80;
const MOST_ENTRIES = 1;

/** Durations of the machine. */
const UNSTABLE = { query_time_ms: 1, query_time: 1, elapsed: 100 };

/** The file with the recorded answers. */
export const RECORDED_FILE = path.join(
  ...['apps', 'gateway', 'src', 'node-proxy', 'mirror', 'openapi', 'recorded-answers.json'],
);

/** Text of that file. */
export async function recordedText(document) {
  return `${JSON.stringify(await recordedAnswers(document), null, 2)}\n`;
}

/** The answer of each documented route to its example request, by path. Long texts and lists are cut. */
async function recordedAnswers(document) {
  const chain = await startChain();
  try {
    const pushed = await signedTransfer(chain);
    const recorded = {};
    const first = await ask(chain.url, '/v1/chain/send_transaction', pushed.packed);
    recorded['/v1/chain/send_transaction'] = first.json;
    chain.produce(BLOCKS);
    const history = await startHistory(chain);
    try {
      for (const [route, item] of Object.entries(document.paths)) {
        if (recorded[route] !== undefined || !isOfNode(route)) continue;
        const { url, target, body } = await requestOf(route, item, { chain, history, pushed });
        const { status, json } = await ask(url, target, body);
        if (status < 300) recorded[route] = json;
      }
    } finally {
      await history.close();
    }
    return Object.fromEntries(
      Object.entries(recorded)
        .sort()
        .map(([route, answer]) => [route, shortened(answer)]),
    );
  } finally {
    await chain.close();
  }
}

const isOfNode = (route) => /^\/v1\/(?:chain|history|trace_api|node)\/|^\/v2\//.test(route);

async function startChain() {
  let nowMs = START_MS;
  const options = { name: 'devchain', simulation: false, shipPort: 0 };
  const devchain = await startExamplesChain(options, () => nowMs);
  return {
    url: devchain.url,
    shipUrl: devchain.shipUrl,
    accounts: devchain.accounts,
    head: () => devchain.chain.head(),
    produce: (count) => {
      for (let block = 0; block < count; block += 1) {
        nowMs += 500;
        devchain.chain.produceBlock();
      }
    },
    close: () => devchain.close(),
  };
}

async function startHistory(chain) {
  const source = (file) => compiled(`apps/history/src/${file}`);
  const { ManualClock, createLogger } = compiled('libs/operations/src/index');
  const { openSqliteReader, openSqliteWriter } = source('store/sqlite/sqlite-history');
  const { Derivation } = source('derive/derivation');
  const { FOLLOW_DEFAULTS } = source('follow/follow-options');
  const { Follower } = source('follow/follower');
  const { serveHistory } = source('serve-history');
  const clock = new ManualClock(START_MS + (BLOCKS * 1_000) / 2);
  const logger = createLogger({ logLevel: 'silent', logBufferBytes: 65_536 });
  const folder = mkdtempSync(path.join(tmpdir(), 'recorded-'));
  const file = path.join(folder, 'chain.sqlite');
  const store = openSqliteWriter(file);
  let committed = 0;
  const end = new AbortController();
  const follower = new Follower({
    options: { ...FOLLOW_DEFAULTS, url: chain.shipUrl },
    ...{
      writer: store,
      derivation: new Derivation(),
      listener: { committed: (blocks) => (committed = blocks.at(-1).block.num), undone() {} },
      logger,
      clock,
    },
  });
  const followed = follower.run(end.signal).catch(() => undefined);
  while (committed !== Number(chain.head().num)) await new Promise((resolve) => setTimeout(resolve, 10));
  const reader = openSqliteReader(file);
  const served = await serveHistory(
    {
      reader,
      source: { chain: 'development', version: '1.0.0', hasStream: false, status: () => follower.status },
      ...{ clock, chainUrl: chain.url },
    },
    { host: '127.0.0.1', port: 0, logger },
  );
  return {
    url: served.url,
    close: async () => {
      end.abort();
      await followed;
      await served.close();
      await reader.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function signedTransfer({ url, accounts }, memo = 'example') {
  const info = (await ask(url, '/v1/chain/get_info', {})).json;
  const abi = ABI.from((await ask(url, '/v1/chain/get_abi', { account_name: 'btc.token' })).json.abi);
  const data = { from: 'alice', to: 'bob', quantity: '0.00010000 BTC', memo };
  const authorization = [{ actor: 'alice', permission: 'active' }];
  const action = Action.from({ account: 'btc.token', name: 'transfer', authorization, data }, abi);
  const head = Buffer.from(info.head_block_id, 'hex');
  const transaction = Transaction.from({
    expiration: new Date(Date.parse(`${info.head_block_time}Z`) + 60_000).toISOString().slice(0, -5),
    ref_block_num: info.head_block_num & 0xffff,
    ref_block_prefix: head.readUInt32LE(8),
    actions: [action],
  });
  const key = PrivateKey.from(accounts.find(({ name }) => name === 'alice').private_key);
  const signature = key.signDigest(transaction.signingDigest(info.chain_id));
  return {
    id: String(transaction.id),
    key: String(key.toPublic()),
    json: JSON.parse(JSON.stringify(transaction)),
    packed: {
      signatures: [String(signature)],
      compression: 'none',
      packed_context_free_data: '',
      packed_trx: String(Serializer.encode({ object: transaction })),
    },
  };
}

/** The example request of a route: that of the document, with facts of this chain where it has none. */
async function requestOf(route, item, { chain, history, pushed }) {
  const url = /^\/v1\/(?:chain|node)\//.test(route) ? chain.url : history.url;
  if (item.get !== undefined) return { url, target: route + queryOf(item.get, pushed) };
  const example = item.post.requestBody?.content?.['application/json']?.examples?.typical?.value;
  const name = route.split('/').at(-1);
  const facts = BODIES[name];
  const body = facts === undefined ? (example ?? {}) : await facts(pushed, chain);
  return { url, target: route, body };
}

const HEAD = ({ head }) => ({ block_num_or_id: Number(head().num) });
/** Another transfer for each name: a chain takes a transaction once. */
const fresh = async (chain, name) => (await signedTransfer(chain, name)).packed;
const BODIES = {
  get_block_header_state: (_, chain) => HEAD(chain),
  get_transaction_status: ({ id }) => ({ id }),
  get_transaction: ({ id }) => ({ id }),
  get_transaction_trace: ({ id }) => ({ id }),
  get_required_keys: ({ json, key }) => ({ transaction: json, available_keys: [key] }),
  get_transaction_id: ({ json }) => json,
  get_key_accounts: ({ key }) => ({ public_key: key }),
  compute_transaction: async (_, chain) => ({ transaction: await fresh(chain, 'dry run') }),
  push_transaction: (_, chain) => fresh(chain, 'push'),
  send_transaction2: async (_, chain) => ({
    return_failure_trace: true,
    transaction: await fresh(chain, 'send'),
  }),
  push_transactions: async (_, chain) => [await fresh(chain, 'list')],
};

function queryOf({ parameters = [] }, { id, key }) {
  const values = {
    ...{ account: 'alice', contract: 'btc.token', public_key: key, id },
    ...{ block_num: '2', period: '1h' },
  };
  const needed = parameters.filter(({ required, name }) => required || name === 'account');
  const query = new URLSearchParams(needed.map(({ name }) => [name, values[name] ?? 'alice']));
  return query.size === 0 ? '' : `?${query}`;
}

async function ask(url, target, body) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + target, {
    ...init,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  });
  return { status: answer.status, json: await answer.json() };
}

function shortened(value, name = '') {
  if (name in UNSTABLE && typeof value !== 'object') return UNSTABLE[name];
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}...` : value;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => shortened(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, key)]));
}
