// One replica of the gateway: a process that is stopped, killed, frozen and started again on the same ports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint } from '../../scripts/setup.mjs';
import { freePort } from '../load/processes.mjs';

const READY_WITHIN_MS = 60_000;
/** Left to a test that fails: no process stays behind. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class Replica {
  /** Open file that gets its standard output; nothing does by default. */
  output;
  #child;

  constructor(name, env, ports) {
    this.name = name;
    this.env = env;
    Object.assign(this, ports);
    this.managementUrl = `http://127.0.0.1:${ports.managementPort}`;
  }

  /** @param env settings of the gateway besides its ports */
  static async create(name, env) {
    return new Replica(name, env, { port: await freePort(), managementPort: await freePort() });
  }

  get pid() {
    return this.#child.pid;
  }

  /** Resolves when the replica is ready for requests. */
  async start() {
    this.launch();
    const giveUpAt = performance.now() + READY_WITHIN_MS;
    while ((await this.readiness())?.ready !== true) {
      if (this.#child.exitCode !== null) throw new Error(`${this.name} ended with ${this.#child.exitCode}`);
      if (performance.now() > giveUpAt) throw new Error(`${this.name} is not ready`);
      await delay(30);
    }
  }

  /** Starts the process, and waits for nothing. */
  launch() {
    const child = spawn(process.execPath, [entryPoint('gateway')], {
      env: {
        PATH: process.env.PATH,
        ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
        LOG_LEVEL: 'error',
        ...this.env,
        PORT: String(this.port),
        MANAGEMENT_PORT: String(this.managementPort),
      },
      stdio: ['ignore', this.output ?? 'ignore', 'inherit'],
    });
    this.#child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
  }

  /** Body of /readyz; undefined while there is no answer. */
  async readiness() {
    try {
      return await (await fetch(`${this.managementUrl}/readyz`)).json();
    } catch {
      return undefined;
    }
  }

  /** Metrics without labels by name. A scrape begins the next interval of the event-loop lag. */
  async metrics() {
    const text = await (await fetch(`${this.managementUrl}/metrics`)).text();
    return Object.fromEntries(
      [...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    );
  }

  /** Stops it as an orchestrator does. Resolves to its exit code, or to the signal that ended it. */
  async stop() {
    this.#child.kill('SIGTERM');
    const [code, signal] = await once(this.#child, 'exit');
    return code ?? signal;
  }

  /** Ends it if it is running. */
  async kill() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  freeze() {
    this.#child.kill('SIGSTOP');
  }

  thaw() {
    this.#child.kill('SIGCONT');
  }
}
