// Reads of `npm run bench:history`: pages of the port beside the same page as plain SQL, in interleaved rounds.
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';
import { accountOf, DEX_ACCOUNT, TRADED_PAIR } from './history-workload.mjs';

const require = createRequire(import.meta.url);
const { nameFromValue, nameToValue } = require(path.join(COMPILED, 'libs/antelope/src/index.js'));
const app = (file) => require(path.join(COMPILED, 'apps/history/src', file));
const { AbiCache } = app('decoding/abi-cache.js');
const { Decoder } = app('decoding/decoder.js');
const { Envelopes } = app('envelope/envelopes.js');
const { ActionsService } = app('actions/actions.service.js');
const { TOKENS } = app('routes/get-tokens.js');

const ROUNDS = 60;
const MINUTE_MS = 60_000;
const PAGE = { order: 'desc', skip: 0, limit: 100, countUpTo: 10_000 };
const COLD_RANKS = [3_000, 3_500, 4_000, 4_500];

/** The page of an account as one statement: all bytes of the answer, nothing decoded. */
const RAW_PAGE = `SELECT a.seq, a.type, a.payload, t.id, t.status, t.cpu, t.net, t.header, t.signatures,
  b.num, b.id AS block_id, b.time, b.producer
  FROM (SELECT seq FROM action_account WHERE account = ? ORDER BY seq DESC LIMIT 100) p
  JOIN action a ON a.seq = p.seq JOIN trx t ON t.seq = a.trx JOIN block b ON b.num = a.trx / 16777216
  ORDER BY a.seq DESC`;

const cpuUs = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
const round = (value, digits) => Number(value.toFixed(digits));

async function measured(work) {
  const times = [];
  const cpu = cpuUs();
  for (let turn = 0; turn < ROUNDS; turn++) {
    const start = performance.now();
    await work(turn);
    times.push(performance.now() - start);
  }
  return { cpu: (cpuUs() - cpu) / ROUNDS, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

export async function readCases(reader, { file, transactionIds }) {
  const hot = accountOf(0);
  const results = {};
  const add = async (name, work) => {
    for (let turn = 0; turn < 5; turn++) await work(turn);
    const { cpu, p50, p99 } = await measured(work);
    results[name] = { p50_ms: round(p50, 2), p99_ms: round(p99, 2), cpu_us: Math.round(cpu) };
  };
  const cold = (turn) => accountOf(COLD_RANKS[turn % COLD_RANKS.length] + turn);
  await add('page of 100, hot account', () => reader.actions({ ...PAGE, account: hot }));
  await add('page of 100, account in a third of all actions', () =>
    reader.actions({ ...PAGE, account: DEX_ACCOUNT }),
  );
  await add('page of 100, cold accounts', (turn) => reader.actions({ ...PAGE, account: cold(turn) }));
  const transfers = [{ name: nameToValue('transfer') }];
  await add('page of 100, account and *:transfer', () =>
    reader.actions({ ...PAGE, account: hot, filters: transfers }),
  );
  await add('page of 100, transfer.to', () =>
    reader.actions({ ...PAGE, fields: [{ field: 'transfer.to', values: [hot] }] }),
  );
  const totalOf = (countUpTo) => reader.actions({ ...PAGE, limit: 1, countUpTo, account: DEX_ACCOUNT });
  await add('total up to 10,000', () => totalOf(10_000));
  await add('total exact', () => totalOf(Infinity));
  await add('transaction by id', (turn) => reader.transaction(transactionIds[turn % transactionIds.length]));
  await add('page of 100 deltas, code and table', () =>
    reader.deltas({ ...PAGE, code: DEX_ACCOUNT, table: nameToValue('orders') }),
  );
  await add('balances of an account', () => reader.list(TOKENS, { account: hot, skip: 0, limit: 100 }));
  const candles = { pair: nameToValue(TRADED_PAIR), spanMs: MINUTE_MS, order: 'desc', limit: 5 };
  await add('newest 5 candles of a minute', () => reader.candles(candles));
  const answers = new Answers(reader);
  for (const limit of [100, 10])
    await add(`whole answer of get_actions, ${limit} actions`, () => answers.page(hot, limit));
  if (file !== undefined) results.raw = await rawRatios(reader, file, { hot, dex: DEX_ACCOUNT });
  return results;
}

/** The text that get_actions answers: page and status from the store, data decoded, documents, JSON. */
class Answers {
  constructor(reader) {
    this.service = new ActionsService(reader, new Decoder(new AbiCache(reader)), new Envelopes(reader));
  }

  async page(account, limit = 100) {
    const answer = await this.service.getActions({ account: nameFromValue(account), limit });
    return JSON.stringify(answer);
  }
}

/** CPU of a page of the port, and of the whole answer, relative to the plain statement on the same file. */
async function rawRatios(reader, file, accounts) {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('PRAGMA cache_size = -16384');
  const idOf = database.prepare('SELECT id FROM name WHERE value = ?');
  const page = database.prepare(RAW_PAGE);
  page.setReadBigInts(true);
  const answers = new Answers(reader);
  const ratios = {};
  for (const [name, account] of Object.entries(accounts)) {
    const { id } = idOf.get(BigInt.asIntN(64, account));
    const sums = { raw: 0, port: 0, answer: 0 };
    for (let turn = 0; turn < 5; turn++) {
      sums.raw += (await measured(() => page.all(id))).cpu;
      sums.port += (await measured(() => reader.actions({ ...PAGE, account }))).cpu;
      sums.answer += (await measured(() => answers.page(account))).cpu;
    }
    ratios[name] = {
      raw_cpu_us: Math.round(sums.raw / 5),
      ratio: round(sums.port / sums.raw, 2),
      answer_bytes: (await answers.page(account)).length,
      answer_ratio: round(sums.answer / sums.raw, 2),
    };
  }
  database.close();
  return ratios;
}
