// A node in front of a node, in its own process. Its behaviour is switched by messages of the parent process.
// Arguments: URL of the real node, port. Prints "listening on <url>".
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

const [target, port] = process.argv.slice(2);
const pool = new Pool(target, { connections: 64 });

/**
 * A node is known to be bad some time after it turned bad: one poll, the blocks a node may be behind, or the blocks until
 * the other nodes finalize past a fork.
 */
const KNOWN_AFTER_MS = { stale: 8_000, 'wrong chain': 2_500, forked: 9_000 };
const BAD_NODE = '{"served_by_bad_node":true,';
const FLAP_MS = 500;
const SLOWER_BY = 10;

let mode = 'good';
let since = performance.now();
let frozenInfo;
let knownAfterMs = 0;
let requests = 0;

process.on('message', async (message) => {
  if (message.count) return process.send({ requests });
  frozenInfo = JSON.parse((await forward('/v1/chain/get_info', 'POST', '{}')).bytes);
  since = performance.now();
  mode = message.mode;
  knownAfterMs = message.knownAfterMs ?? KNOWN_AFTER_MS[mode];
  process.send({ mode });
});

async function forward(path, method, body, contentType) {
  const startedAt = performance.now();
  const answer = await pool.request({
    path,
    method,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    bytes,
    elapsedMs: performance.now() - startedAt,
  };
}

const isInfo = (path) => path === '/v1/chain/get_info';
const isBlockInfo = (path) => path === '/v1/chain/get_block_info';
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** A fork that finalizes nothing has at most a third of the producers, so a third of the blocks. */
const FORKED_BLOCKS = 1 / 3;

/** Id of the block that a fork has at a number above the last one in common. */
const forkedId = (number) => number.toString(16).padStart(8, '0') + sha256(`fork ${number}`).slice(8);

/** The answer of a node with another head, or a mark in the body of any other route. */
function withInfo(change) {
  return (answer, path) => {
    if (isInfo(path))
      return { ...answer, bytes: Buffer.from(JSON.stringify(change(JSON.parse(answer.bytes)))) };
    const isKnown = performance.now() - since > knownAfterMs;
    const text = answer.bytes.toString();
    return isKnown && text.startsWith('{"')
      ? { ...answer, bytes: Buffer.from(BAD_NODE + text.slice(1)) }
      : answer;
  };
}

const CHANGED = {
  stale: withInfo(() => frozenInfo),
  'wrong chain': withInfo((info) => ({ ...info, chain_id: sha256('another chain') })),
  // A minority fork: fewer blocks of its own, and no more irreversible ones.
  forked: (answer, path) => (isBlockInfo(path) ? withForkedBlock(answer) : withForkedInfo(answer, path)),
};

const withForkedInfo = withInfo((info) => {
  const { head_block_num, last_irreversible_block_num, last_irreversible_block_id } = frozenInfo;
  const number = head_block_num + Math.floor((info.head_block_num - head_block_num) * FORKED_BLOCKS);
  return {
    ...info,
    head_block_num: number,
    head_block_id: number > head_block_num ? forkedId(number) : frozenInfo.head_block_id,
    ...{ last_irreversible_block_num, last_irreversible_block_id },
  };
});

/** Blocks above the head at the time of the fork are those of the fork. */
function withForkedBlock(answer) {
  const block = JSON.parse(answer.bytes);
  const above = block.block_num - frozenInfo.head_block_num;
  const previous = above > 1 ? forkedId(block.block_num - 1) : block.previous;
  const forked = above > 0 ? { ...block, id: forkedId(block.block_num), previous } : block;
  return { ...answer, bytes: Buffer.from(JSON.stringify(forked)) };
}

const send = (response, { status, type, bytes }) =>
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length }).end(bytes);

const text = (status, type, body) => ({ status, type, bytes: Buffer.from(body) });

/** Reactions that replace the answer; the request reaches the real node first where its comment says so. */
const FAULTS = {
  hangs: () => undefined,
  // taken by the node
  resets: async (response, ask) => {
    const { status, type, bytes } = await ask();
    response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.resetAndDestroy());
  },
  // taken by the node
  slow: async (response, ask) => {
    const answer = await ask();
    await delay(Math.max(20, answer.elapsedMs * SLOWER_BY));
    send(response, answer);
  },
  'HTML 502': (response) => send(response, text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
  429: (response) => {
    response.setHeader('retry-after', '1');
    const body = '{"statusCode":429,"error":"Too Many Requests","message":"Rate limit exceeded"}';
    send(response, text(429, 'application/json', body));
  },
  // taken by the node
  truncated: async (response, ask) => {
    const { status, type, bytes } = await ask();
    send(response, { status, type, bytes: bytes.subarray(0, bytes.length >> 1) });
  },
};

async function react(request, response) {
  requests += 1;
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const ask = () =>
    forward(request.url, request.method, Buffer.concat(chunks), request.headers['content-type']);
  const isDown = mode === 'flapping' && Math.floor(performance.now() / FLAP_MS) % 2 === 1;
  if (isDown) return response.socket?.resetAndDestroy();
  const fault = FAULTS[mode];
  if (fault !== undefined) return fault(response, ask);
  const answer = await ask();
  send(response, CHANGED[mode]?.(answer, request.url) ?? answer);
}

const server = createServer((request, response) => {
  react(request, response).catch((error) => response.destroy(error));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`);
});
process.on('disconnect', () => process.exit(0));
