import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePorts } from './ports';

/** A separate real Redis for one spec, in memory only. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await freePorts());
  const child = spawn(
    'redis-server',
    ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await ready(child);
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
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
