// Starts the product as `npm start` does, on free ports.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { ROOT } from './paths.mjs';

const PORTS = 9;
/** Below the ports that the system gives to clients: no connection takes one of these before its server listens. */
const LOWEST = 30_000;
const COUNT = 2_600;

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The first of nine free ports. */
async function freeBase() {
  for (;;) {
    const base = LOWEST + Math.floor(Math.random() * COUNT);
    const all = await Promise.all(Array.from({ length: PORTS }, (_unused, at) => isFree(base + at)));
    if (all.every(Boolean)) return base;
  }
}

const START = [process.execPath, 'scripts/start.mjs'];

/**
 * Resolves when the product is ready, to { url, chainUrl, pid, readyMs, stop }.
 * @param env settings beside those of this process
 * @param command that starts it, and its first arguments
 */
export async function freshProduct(env = {}, [program, ...args] = START) {
  const base = await freeBase();
  const startedAt = performance.now();
  const child = spawn(program, [...args, '--ports', String(base)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('Ctrl-C')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  const readyMs = performance.now() - startedAt;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    url: `http://127.0.0.1:${base}`,
    chainUrl: `http://127.0.0.1:${base + 2}`,
    pid: child.pid,
    readyMs,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
