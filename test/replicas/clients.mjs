// Clients with an address each, which read through the balancer by tools, MCP and node routes, and record each answer.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'undici';

/** Longer than the time after which the balancer gives up. */
const GIVE_UP_MS = 90_000;

const json = { 'content-type': 'application/json' };
const mcpHeaders = { ...json, accept: 'application/json, text/event-stream' };
const tool = (name, input) => ({
  kind: 'tool',
  path: `/v1/tools/${name}`,
  headers: json,
  body: JSON.stringify(input),
});
const node = (route, input) => ({
  kind: 'mirror',
  path: `/v1/chain/${route}`,
  headers: json,
  body: JSON.stringify(input),
});
const mcp = (name, input) => ({
  kind: 'mcp',
  path: '/mcp',
  headers: mcpHeaders,
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: input },
  }),
});

/** In a minute a client sends fewer of each bucket than the default limits allow. */
export const READS = [
  tool('get_account', { account: 'alice' }),
  node('get_info', {}),
  node('get_account', { account_name: 'bob' }),
  mcp('get_orderbook', { pair: 'btcusdt' }),
  node('get_table_rows', { code: 'dex', scope: 'btcusdt', table: 'orderbook2', json: true, limit: 20 }),
  node('get_block', { block_num_or_id: 2 }),
];
export const READ_TOOL = tool('get_chain_info', {});
export const READ_OVER_MCP = mcp('get_chain_info', {});

/** An address of this machine; every client has its own, and with it rate limits of its own. */
export const addressOf = (group, index) => `127.${group}.${Math.floor(index / 250)}.${1 + (index % 250)}`;

/** A connection to the balancer from one address. */
export const connectionFrom = (url, localAddress) =>
  new Client(url, { localAddress, headersTimeout: GIVE_UP_MS, bodyTimeout: GIVE_UP_MS });

/**
 * One request. `status` is 0 where the connection broke; a failed tool over MCP counts as its HTTP status, 429 where
 * the limit refused it, else 500.
 */
export async function send(connection, { kind, path, headers, body }) {
  const startedMs = performance.now();
  const finished = (rest) => ({ kind, startedMs, endedMs: performance.now(), ...rest });
  try {
    const answer = await connection.request({ path, method: 'POST', headers, body });
    const text = await answer.body.text();
    const replica = answer.headers['x-replica'];
    const isToolError =
      kind === 'mcp' && answer.statusCode === 200 && JSON.parse(text).result?.isError !== undefined;
    const status = isToolError && JSON.parse(text).result.isError ? mcpStatus(text) : answer.statusCode;
    return finished({ status, replica, text: status === 200 ? '' : text.slice(0, 300), body: text });
  } catch (error) {
    return finished({ status: 0, replica: undefined, text: String(error), body: '' });
  }
}

const mcpStatus = (text) => (text.includes('rate limit exceeded') ? 429 : 500);

export class Readers {
  /** Answers so far, without their bodies. */
  records = [];
  #isRunning = true;
  #done;

  /** @param group second part of the clients' addresses @param pauseMs of a client after each answer */
  constructor(url, count, group, pauseMs) {
    this.#done = Promise.all(
      Array.from({ length: count }, (_, index) => this.#work(url, addressOf(group, index), index, pauseMs)),
    );
  }

  async #work(url, address, index, pauseMs) {
    const connection = connectionFrom(url, address);
    for (let turn = index; this.#isRunning; turn += 1) {
      const { body: _body, ...record } = await send(connection, READS[turn % READS.length]);
      this.records.push(record);
      await delay(pauseMs);
    }
    await connection.close();
  }

  /** Resolves after `count` further answers. */
  async answered(count) {
    const wanted = this.records.length + count;
    while (this.records.length < wanted) await delay(20);
  }

  async stop() {
    this.#isRunning = false;
    await this.#done;
    return this.records;
  }
}
