// A node that lies, in its own process, in front of an honest one. The lie is switched by messages of the parent process.
// Arguments: URL of the honest node, port. Prints "listening on <url>".
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Pool } from 'undici';

const [target, port] = process.argv.slice(2);
const pool = new Pool(target, { connections: 64 });
const HEAD_SECONDS = 25;

let lie = 'good';
/** Number of lies since the last one was switched on. */
let told = 0;

process.on('message', (message) => {
  if (message.count) return process.send({ requests: told });
  lie = message.mode;
  told = 0;
  process.send({ mode: lie });
});

const numbered = (number, id) => number.toString(16).padStart(8, '0') + id.slice(8);

/** Adds blocks to a number, and to the digits of the id that are the number. */
const raised = (name, blocks) => (info) => {
  const number = info[`${name}_num`] + blocks;
  return { ...info, [`${name}_num`]: number, [`${name}_id`]: numbered(number, info[`${name}_id`]) };
};

const later = (info) => {
  const timeMs = Date.parse(`${info.head_block_time}Z`) + HEAD_SECONDS * 1_000;
  return { ...info, head_block_time: new Date(timeMs).toISOString().slice(0, -1) };
};

const otherFork = (info) => ({
  ...info,
  last_irreversible_block_id: info.last_irreversible_block_id.slice(0, 8) + 'ee'.repeat(28),
});

/** Every amount, price and address of a state is another one. */
const forged = (text) =>
  text
    .replaceAll(/"(\d{1,9})\.(\d+) ([A-Z]+)"/g, '"666.$2 $3"')
    .replaceAll(/"(bcrt1|bc1|tb1)[a-z0-9]{20,}"/g, '"$1qforgedforgedforgedforgedforgedforged"')
    .replaceAll(/"price":"?(\d+)"?/g, '"price":"6666666"');

const INFO_LIES = {
  'head number and rows': raised('head_block', 50),
  'irreversible number and blocks': raised('last_irreversible_block', 100_000),
  'head number': raised('head_block', 1_000_000),
  'head time': later,
  'irreversible number': raised('last_irreversible_block', 100_000),
  'irreversible id': otherFork,
};
const STATE = ['get_table_rows', 'get_currency_balance', 'get_account'].map((route) => `/v1/chain/${route}`);
const PUSHES = ['send_transaction', 'send_transaction2', 'push_transaction'].map(
  (route) => `/v1/chain/${route}`,
);

/** Lies about the state, alone or beside another one. */
const ROW_LIES = ['rows', 'head number and rows'];
const FORGED_PRODUCER = 'forged';

const text = (body) => ({ status: 200, type: 'application/json', bytes: Buffer.from(body) });

/** The lie in place of the honest answer; undefined: the honest one. */
function lied(path, honest) {
  const change = INFO_LIES[lie];
  if (change !== undefined && path === '/v1/chain/get_info')
    return text(JSON.stringify(change(JSON.parse(honest.bytes))));
  if (lie === 'irreversible number and blocks' && path === '/v1/chain/get_block' && honest.status === 200)
    return text(JSON.stringify({ ...JSON.parse(honest.bytes), producer: FORGED_PRODUCER }));
  if (!ROW_LIES.includes(lie) || !STATE.includes(path) || honest.status !== 200) return undefined;
  const changed = forged(honest.bytes.toString());
  return changed === honest.bytes.toString() ? undefined : text(changed);
}

/** Says that a transaction was executed, and passes it to no node. */
async function acknowledged(body) {
  const { packed_trx } = JSON.parse(body);
  const { head_block_num, head_block_time } = JSON.parse(
    (await forward('/v1/chain/get_info', 'POST', '{}')).bytes,
  );
  const id = createHash('sha256').update(Buffer.from(packed_trx, 'hex')).digest('hex');
  const receipt = { status: 'executed', cpu_usage_us: 100, net_usage_words: 12 };
  const processed = {
    ...{ id, block_num: head_block_num + 1, block_time: head_block_time, producer_block_id: null, receipt },
    ...{ elapsed: 100, net_usage: 96, scheduled: false, action_traces: [], account_ram_delta: null },
    ...{ except: null, error_code: null },
  };
  return { ...text(JSON.stringify({ transaction_id: id, processed })), status: 202 };
}

/** Says that it has a transaction already, and passes it to no node. */
function claimed() {
  const what = 'Duplicate transaction';
  const error = { code: 3040008, name: 'tx_duplicate', what, details: [] };
  return { ...text(JSON.stringify({ code: 409, message: 'Conflict', error })), status: 409 };
}

async function forward(path, method, body, contentType) {
  const answer = await pool.request({
    path,
    method,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, type: answer.headers['content-type'], bytes };
}

/** Undefined: none is sent. */
async function answerOf(request, body) {
  const path = request.url;
  if (lie === 'forgets pushes' && PUSHES.includes(path)) {
    told += 1;
    return acknowledged(body);
  }
  if (lie === 'claims pushes' && PUSHES.includes(path)) {
    told += 1;
    return claimed();
  }
  if (lie === 'hangs on pushes' && PUSHES.includes(path)) {
    told += 1;
    return undefined;
  }
  if (lie === 'fails') {
    told += 1;
    return { status: 500, type: 'text/plain', bytes: Buffer.from('no') };
  }
  const honest = await forward(path, request.method, body, request.headers['content-type']);
  const answer = lied(path, honest);
  if (answer !== undefined) told += 1;
  return answer ?? honest;
}

const server = createServer((request, response) => {
  const react = async () => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await answerOf(request, Buffer.concat(chunks));
    if (answer === undefined) return;
    const { status, type, bytes } = answer;
    response.writeHead(status, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  };
  react().catch((error) => response.destroy(error));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`);
});
process.on('disconnect', () => process.exit(0));
