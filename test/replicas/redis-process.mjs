// A Redis that is killed and started again on the same port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../load/processes.mjs';

export class RedisProcess {
  #child;

  constructor(port) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start() {
    const redis = new RedisProcess(await freePort());
    await redis.launch();
    return redis;
  }

  async launch() {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    process.once('exit', () => child.kill('SIGKILL'));
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    child.stdout.resume();
  }

  /** Ends it at once, without a word to its clients. */
  async stop() {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
