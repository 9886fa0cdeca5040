import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { RedisServer as Server } from '@app/redis';
import { freePorts } from './ports';

/** A separate real Redis for one spec, in memory only. */
export interface RedisServer {
  /** As settings of a client. */
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Its log so far. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

/** A single Redis without credentials and TLS. */
const singleRedis = (url: string): Server => ({
  topology: { kind: 'single', url },
  username: undefined,
  password: undefined,
  tls: undefined,
  commandTimeoutMs: 2_000,
  connectTimeoutMs: 2_000,
});

/**
 * @param port a fixed one, where a Redis comes back
 * @param config file of settings that stand before the options
 * @param options of redis-server besides those that keep nothing on disk; TLS options replace the plain port
 */
export async function startRedis(
  port?: number,
  options: readonly string[] = [],
  config?: string,
): Promise<RedisServer> {
  const chosen = port ?? (await freePorts());
  // A replica keeps what its master sends in a file.
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-'));
  const isTls = options.includes('--tls-cert-file');
  // A master waits 5 s for further replicas before it serves the first.
  const atOnce = ['--repl-diskless-sync-delay', '0'];
  const ports = isTls ? ['--port', '0', '--tls-port', String(chosen)] : ['--port', String(chosen)];
  const child = spawn(
    'redis-server',
    [
      ...(config === undefined ? [] : [config]),
      ...ports,
      ...['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      ...atOnce,
      ...options,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const log: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => log.push(line));
  await ready(child);
  const url = `${isTls ? 'rediss' : 'redis'}://127.0.0.1:${chosen}`;
  return {
    server: singleRedis(url),
    url,
    port: chosen,
    pid: child.pid!,
    log,
    stop: () => ended(child),
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
