// A folder of the signer with a key, and proxies that know how long they have a request.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { entryPoint } from '../../scripts/setup.mjs';

const CAP = { per_transaction: '1000', windows: { '24h': '100000' } };
/** Rules of both kinds: those that need the call alone, and those that read the chain. */
const RULES = {
  transactions: { per_hour: 1000 },
  caps: { USDT: CAP, BTC: CAP },
  allow: {
    transfer: { USDT: { to: ['bob'] } },
    place_order: {
      pairs: {
        btcusdt: {
          sell_from: '1000',
          price_guard: { worse_by_bps: 5000, max_age: '7d', beyond: 'refuse' },
          open_orders: { count: 1000, value: '100000000' },
        },
      },
    },
  },
};

/** Passes requests on. `waiting` has the milliseconds in which any of the proxies that share it had one. */
export async function startProxy(target, waiting) {
  const begin = () => {
    if ((waiting.count += 1) === 1) waiting.since = performance.now();
  };
  const end = () => {
    if ((waiting.count -= 1) === 0) waiting.ms += performance.now() - waiting.since;
  };
  const server = createServer((request, response) => {
    begin();
    response.once('close', end);
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const headers = Object.entries(request.headers).filter(([name]) =>
        /^(?:accept|content-type)$/.test(name),
      );
      const body = parts.length === 0 ? undefined : Buffer.concat(parts);
      fetch(target + request.url, { method: request.method, headers, body })
        .then(async (answer) => {
          const type = answer.headers.get('content-type') ?? 'application/json';
          const bytes = Buffer.from(await answer.arrayBuffer());
          response.writeHead(answer.status, { 'content-type': type }).end(bytes);
        })
        .catch((error) => response.destroy(error));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** A folder with the key of alice, made by the program itself. `serve` is the command that a host of MCP starts. */
export async function makeSignerFolder({ chain, node, gateway }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-signer-'));
  const file = (name) => path.join(folder, name);
  const program = entryPoint('signer');
  const own = ['--folder', folder, '--passphrase-file', file('passphrase')];
  // The node is a proxy of this process: it must be able to answer meanwhile.
  const run = (...words) =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, ...words, ...own], (error, stdout, stderr) =>
        resolve({ isDone: error === null, text: stdout + stderr }),
      );
    });
  const must = async (...words) => {
    const { isDone, text } = await run(...words);
    if (!isDone) throw new Error(`${words.join(' ')}: ${text}`);
  };
  const accounts = await (await fetch(`${chain}/devchain/accounts`)).json();
  // The price guard needs a price of the oracle.
  await (await fetch(`${chain}/devchain/price`, { method: 'POST', body: '{"price":"80000"}' })).text();
  await must('init', '--node', node, '--gateway', gateway, '--account', 'alice', '--permission', 'active');
  const policy = { ...parse(readFileSync(file('policy.yaml'), 'utf8')), ...RULES };
  writeFileSync(file('policy.yaml'), stringify(policy, { aliasDuplicateObjects: false }), { mode: 0o600 });
  writeFileSync(file('passphrase'), 'correct horse battery', { mode: 0o600 });
  writeFileSync(file('imported'), accounts.find(({ name }) => name === 'alice').private_key, { mode: 0o600 });
  const add = ['key', 'add', '--import', file('imported')];
  const { text } = await run(...add);
  const [, code] = /--confirm ([0-9a-f]{16})$/m.exec(text) ?? [];
  if (code === undefined) throw new Error(text);
  await must(...add, '--confirm', code);
  return {
    program,
    serve: ['--disable-sigusr1', program, 'serve', ...own],
    remove: () => rmSync(folder, { recursive: true }),
  };
}
