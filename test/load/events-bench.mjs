// `npm run bench:events`: CPU time of the gateway for one event to one client of GET /v1/events, with 1, 100 and 500
// clients that follow the same book, beside one read of that book over REST in the same run. `-- --note busy` marks the
// machine. About four minutes.
import { once } from 'node:events';
import { get } from 'node:http';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { changeBook } = await import('./console/book-changes.mjs');
const { machine, ratio } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startServer, stopAll } = await import('./processes.mjs');

const CLIENTS = [1, 100, 500];
const ROUNDS = 3;
const SECONDS = 10;
/** Streams have begun, and the code is compiled. */
const SETTLE_MS = 3_000;
const READS = 500;
const CONCURRENT = 8;
const EVENTS = '/v1/events?topics=book:btcusdt';

const { values } = parseArgs({ options: { note: { type: 'string', default: '' } } });

async function startGateway() {
  const devchainPort = String(await freePort());
  const chain = await startServer(
    [entryPoint('devchain')],
    { DEVCHAIN_PORT: devchainPort, DEVCHAIN_NAME: 'mainnet' },
    LOAD_CORE,
  );
  const managementPort = String(await freePort());
  const { url } = await startServer([entryPoint('gateway')], {
    ...{ PORT: '0', MANAGEMENT_PORT: managementPort, DEVCHAIN_PORT: devchainPort, LOG_LEVEL: 'warn' },
    ...{ RATE_LIMIT_READ: '0', MAX_EVENT_STREAMS_PER_ADDRESS: '1000', MAX_CONNECTIONS_PER_ADDRESS: '2000' },
  });
  return { url, chainUrl: chain.url, metricsUrl: `http://127.0.0.1:${managementPort}/metrics` };
}

async function cpuSeconds({ metricsUrl }) {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]);
}

/** A client that counts the books and the bytes that it gets. */
async function follow(url) {
  const request = get(`${url}${EVENTS}`, { agent: false });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`${EVENTS}: ${response.statusCode}`);
  const client = { events: 0, bytes: 0, close: () => request.destroy() };
  response.setEncoding('utf8');
  response.on('error', () => undefined);
  response.on('data', (text) => {
    client.bytes += text.length;
    client.events += text.split('event: book\n').length - 1;
  });
  return client;
}

const sumOf = (clients, member) => clients.reduce((sum, client) => sum + client[member], 0);

/** CPU seconds, events and bytes of some seconds with so many clients. */
async function round(gateway, count) {
  const clients = await Promise.all(Array.from({ length: count }, () => follow(gateway.url)));
  await delay(SETTLE_MS);
  const before = {
    cpu: await cpuSeconds(gateway),
    events: sumOf(clients, 'events'),
    bytes: sumOf(clients, 'bytes'),
  };
  await delay(SECONDS * 1_000);
  const cpu = (await cpuSeconds(gateway)) - before.cpu;
  const events = sumOf(clients, 'events') - before.events;
  const bytes = sumOf(clients, 'bytes') - before.bytes;
  for (const client of clients) client.close();
  return { cpu, events, bytes };
}

/** CPU seconds of one read of the book by POST. */
async function readCost(gateway) {
  const before = await cpuSeconds(gateway);
  let left = READS;
  const worker = async () => {
    while (left-- > 0) {
      const body = '{"pair":"btcusdt","depth":20}';
      const answer = await fetch(`${gateway.url}/v1/tools/get_orderbook`, { method: 'POST', body });
      await answer.text();
      if (answer.status !== 200) throw new Error(`get_orderbook: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return ((await cpuSeconds(gateway)) - before) / READS;
}

/** Of a core. */
const percent = (seconds) => Math.round((seconds / SECONDS) * 1_000) / 10;
const micros = (seconds) => Math.round(seconds * 1e7) / 10;
// Other work on the machine only adds time: the fastest round is the closest to the cost of the code.
const leastBy = (rounds, costOf) =>
  rounds.reduce((least, each) => (costOf(each) < costOf(least) ? each : least));

try {
  const gateway = await startGateway();
  const book = changeBook(gateway.chainUrl);
  const measured = new Map([0, ...CLIENTS].map((count) => [count, []]));
  const reads = [];
  await round(gateway, 100);
  await readCost(gateway);
  for (let at = 0; at < ROUNDS; at += 1) {
    for (const [count, rounds] of measured) rounds.push(await round(gateway, count));
    reads.push(await readCost(gateway));
    process.stderr.write(`round ${at + 1} of ${ROUNDS}\n`);
  }
  const { executed } = await book.stop();
  const idle = leastBy(measured.get(0), ({ cpu }) => cpu).cpu;
  const read = Math.min(...reads);
  const best = new Map(
    CLIENTS.map((count) => [count, leastBy(measured.get(count), (each) => each.cpu / each.events)]),
  );
  const alone = best.get(1);
  const rows = CLIENTS.map((clients) => {
    const { cpu, events, bytes } = best.get(clients);
    const each = (cpu - idle) / events;
    const ofFurther = (cpu - alone.cpu) / (events - alone.events);
    return {
      ...{ clients, events, bytes_each: Math.round(bytes / events), cpu_percent: percent(cpu) },
      ...{ cpu_us_each: micros(each), beside_a_read: ratio(each, read) },
      ...(clients > 1 && {
        further_clients_cpu_us_each: micros(ofFurther),
        further_clients_beside_a_read: ratio(ofFurther, read),
      }),
    };
  });
  const result = {
    ...{ machine: machine(), note: values.note, rounds: ROUNDS, seconds: SECONDS, book_changes: executed },
    ...{
      idle_cpu_percent: percent(idle),
      read_cpu_us: micros(read),
      rows,
    },
  };
  const file = path.join(ROOT, 'test', 'load', 'results', 'events.json');
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  stopAll();
}
