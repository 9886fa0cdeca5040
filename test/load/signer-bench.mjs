// `npm run bench:signer`: how long the signer takes to start, and how much of a `send` is its own time. A proxy before the
// gateway and the node knows when they had a request: the rest of the time of a call is the signer's. `-- --note busy`
// marks the machine.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { machine } = await import('./machine.mjs');
const { freePort, LOAD_CORE, SERVER_CORE, startServer, stopAll } = await import('./processes.mjs');
const { measuredSends } = await import('./signer-sends.mjs');
const { makeSignerFolder, startProxy } = await import('./signer-servers.mjs');
const { measuredStarts } = await import('./signer-starts.mjs');

const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};

const chainProcess = [
  [entryPoint('devchain')],
  { DEVCHAIN_PORT: String(await freePort()), DEVCHAIN_NAME: 'mainnet', DEVCHAIN_SIMULATION: 'off' },
  LOAD_CORE,
];
const closing = [];
try {
  const chain = await startServer(...chainProcess);
  const limits = ['READ', 'MIRROR', 'COMPOSE', 'RELAY'].map((bucket) => [`RATE_LIMIT_${bucket}`, '0']);
  const gateway = await startServer(
    [entryPoint('gateway')],
    {
      ...Object.fromEntries(limits),
      ...{ PORT: '0', MANAGEMENT_PORT: String(await freePort()), LOG_LEVEL: 'warn' },
      DEVCHAIN_PORT: new URL(chain.url).port,
    },
    SERVER_CORE,
  );
  const waiting = { count: 0, since: 0, ms: 0 };
  const proxies = await Promise.all([chain, gateway].map(({ url }) => startProxy(url, waiting)));
  closing.push(...proxies.map(({ close }) => close));
  const [node, relay] = proxies.map(({ url }) => url);
  const signer = await makeSignerFolder({ chain: chain.url, node, gateway: relay });
  closing.push(signer.remove);
  const result = {
    machine: machine(),
    note: argument('--note') ?? '',
    starts: await measuredStarts(signer),
    sends: await measuredSends(signer, waiting),
    load_average: Math.round(loadavg()[0] * 10) / 10,
  };
  const file = path.join(ROOT, 'test', 'load', 'results', 'signer.json');
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  for (const close of closing) close();
  stopAll();
}
