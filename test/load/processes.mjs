// Starts and ends the processes a benchmark measures; each prints its URL in its first line.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort } from './ports.mjs';

export { freePort };

const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
export const SERVER_CORE = '0';
export const LOAD_CORE = '1';
/** Not pinned. */
export const ANY_CORE = 'any';

export const pinned = (core, command, args) =>
  canPin && core !== ANY_CORE ? ['taskset', ['-c', core, command, ...args]] : [command, args];

const running = new Set();

/** A program of Node: see startCommand. */
export const startServer = (args, env, core) => startCommand(process.execPath, args, env, core);

/** Resolves to { url, pid, stop } once a line with "listening on <url>" is printed. */
export function startCommand(program, args, env = {}, core = SERVER_CORE) {
  const [command, all] = pinned(core, program, args);
  const child = spawn(command, all, {
    // Any free port: the default one may belong to another server of the run.
    env: { ...process.env, DEVCHAIN_SHIP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ${args[0]} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /listening on (http:\S+)/.exec(line);
      if (match) resolve({ url: match[1], pid: child.pid, stop: () => end(child) });
    });
  });
}

export async function startRedis() {
  const port = await freePort();
  const [command, all] = pinned(LOAD_CORE, 'redis-server', [
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  ]);
  const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  await new Promise((resolve) =>
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => line.includes('Ready to accept') && resolve(),
    ),
  );
  return `redis://127.0.0.1:${port}`;
}

function end(child) {
  running.delete(child);
  child.removeAllListeners('exit');
  child.kill('SIGTERM');
}

export function stopAll() {
  for (const child of running) end(child);
}
