// `npm start`: installs when needed, builds when stale, then runs the development chains and the gateway as
// three processes until one ends or the person stops them. `--only devchain` leaves the gateway out.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { banner } from './banner.mjs';
import { entryPoint, giveUp, prepare, ROOT } from './setup.mjs';

const STOP_AFTER_MS = 15_000;
const IMPATIENT_AFTER_MS = 500;

await prepare();

const startedAt = performance.now();
const onlyDevchain = process.argv.includes('devchain');
const isProduction = process.env.NODE_ENV === 'production';
const hasOwnNetworks = Boolean(process.env.NETWORKS_FILE);
if (onlyDevchain && isProduction) giveUp('The development chain refuses to run with NODE_ENV=production.');

const firstPort = Number(process.env.DEVCHAIN_PORT ?? 8888);
if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort > 65534) {
  giveUp(
    `DEVCHAIN_PORT: "${process.env.DEVCHAIN_PORT}" is not a port (1 to 65534), for example DEVCHAIN_PORT=8888`,
  );
}
const chains =
  isProduction || hasOwnNetworks
    ? []
    : [
        { name: 'mainnet', port: firstPort },
        { name: 'testnet', port: firstPort + 1 },
      ];

const children = new Set();
/** When stopping began, by performance.now(). */
let stoppingSince;
let exitCode = 0;

/** Starts one process; resolves to what stands behind `marker` in its first line that has it. */
function launch(name, app, env, marker) {
  const child = spawn(process.execPath, ['--enable-source-maps', entryPoint(app)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: Ctrl-C reaches this script alone, which then asks each process once.
    detached: true,
  });
  children.add(child);
  child.once('exit', (code, signal) => {
    children.delete(child);
    if (stoppingSince !== undefined) {
      if (code) exitCode = code;
    } else {
      process.stderr.write(`${name} ended (${signal ?? `exit code ${code}`}); stopping the rest.\n`);
      exitCode = code || 1;
      stop();
    }
  });
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const at = line.indexOf(marker);
      if (at >= 0) resolve(line.slice(at + marker.length).trim());
      else process.stdout.write(`${line}\n`);
    });
  });
}

const killAll = (signal) => {
  for (const child of children) child.kill(signal);
};

function stop() {
  if (stoppingSince !== undefined) {
    // npm passes on a Ctrl-C that the terminal has sent as well: only a later one is impatience.
    if (performance.now() - stoppingSince > IMPATIENT_AFTER_MS) killAll('SIGKILL');
    return;
  }
  stoppingSince = performance.now();
  killAll('SIGTERM');
  // Unreferenced: it only acts when a child hangs.
  setTimeout(killAll, STOP_AFTER_MS, 'SIGKILL').unref();
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('SIGHUP', stop);
process.on('exit', () => {
  killAll('SIGKILL');
  process.exitCode = exitCode;
});

const ready = chains.map(({ name, port }) =>
  launch(
    name,
    'devchain',
    { DEVCHAIN_NAME: name, DEVCHAIN_PORT: String(port) },
    `devchain ${name} listening on`,
  ),
);
if (!onlyDevchain) ready.push(launch('gateway', 'gateway', {}, 'gateway listening on'));

// Not awaited at the top level: when a process ends before it is ready, there is nothing left to wait for.
Promise.all(ready)
  .then((lines) => {
    const urls = lines.map((line) => line.split(' ')[0]);
    return banner({
      chains: chains.map((chain, index) => ({ ...chain, url: urls[index] })),
      gatewayUrl: onlyDevchain ? undefined : urls.at(-1),
      readyMs: performance.now() - startedAt,
    });
  })
  .then((text) => process.stdout.write(text))
  .catch((error) => {
    process.stderr.write(`The development chain does not answer: ${error.message}\n`);
    exitCode = 1;
    stop();
  });
