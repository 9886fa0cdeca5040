// HAProxy with the configuration of docker-compose.yml, in front of replicas on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../../scripts/setup.mjs';
import { freePort } from '../load/processes.mjs';
import { temporaryFolder } from '../load/temporary-folder.mjs';

const CONFIGURATION = path.join(ROOT, 'docker', 'compose', 'haproxy.cfg');
const STATE_WITHIN_MS = 60_000;
const READ_TIMEOUT = 'set-timeout server 15s';
/** Time that the balancer waits for the answer to a read, in milliseconds. */
export const READ_TIMEOUT_MS = 15_000;

/** Replaces a text that has to be there, so that the configuration cannot change unnoticed. */
function replaced(text, from, to) {
  if (!text.includes(from)) throw new Error(`haproxy.cfg has no "${from.trim()}"`);
  return text.replace(from, to);
}

/**
 * The configuration with addresses of this machine instead of names that Docker resolves. Every answer names the
 * replica that it is from in `X-Replica`, also an error of HAProxy itself.
 */
function configuration({ port, socket, servers, checkEvery, readTimeoutMs = READ_TIMEOUT_MS }) {
  let text = readFileSync(CONFIGURATION, 'utf8');
  text = text.replace(/^resolvers docker\n(?: .*\n)+/m, '');
  text = replaced(text, 'global\n', `global\n    stats socket ${socket} mode 600 level operator\n`);
  text = replaced(text, 'bind :3000', `bind 127.0.0.1:${port}`);
  text = replaced(text, ' resolvers docker init-addr none', '');
  text = replaced(text, 'check port 3001 inter 1s', `check inter ${checkEvery}`);
  // A check takes at most one interval unless it is stated: that of the configuration also where checks are more often.
  text = replaced(text, '    timeout queue 5s\n', '    timeout queue 5s\n    timeout check 1s\n');
  text = replaced(text, READ_TIMEOUT, `set-timeout server ${readTimeoutMs}ms`);
  text = text.replace(/^ +server-template .*\n/m, '');
  const lines = servers.map(
    ({ name, port: own, managementPort }) =>
      `    server ${name} 127.0.0.1:${own} check port ${managementPort}\n`,
  );
  return `${text}    http-after-response set-header X-Replica %s\n${lines.join('')}`;
}

export class Balancer {
  #child;
  #socket;

  /**
   * @param servers [{ name, port, managementPort }]
   * @param checkEvery interval of the readiness checks, as `1s`
   * @param readTimeoutMs another one than that of the configuration
   */
  static async start(servers, checkEvery, readTimeoutMs) {
    const balancer = new Balancer();
    const folder = temporaryFolder('replicas-');
    const port = await freePort();
    balancer.url = `http://127.0.0.1:${port}`;
    balancer.#socket = path.join(folder, 'stats');
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      configuration({ port, socket: balancer.#socket, servers, checkEvery, readTimeoutMs }),
    );
    balancer.#child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    await Promise.all(servers.map(({ name }) => balancer.until(name, 'UP')));
    return balancer;
  }

  /** Resolves when HAProxy has found a replica to be `UP` or `DOWN`. */
  async until(name, state) {
    const giveUpAt = performance.now() + STATE_WITHIN_MS;
    for (;;) {
      const states = await this.#states().catch(() => new Map());
      if (states.get(name) === state) return;
      if (this.#child.exitCode !== null) throw new Error(`haproxy ended with ${this.#child.exitCode}`);
      if (performance.now() > giveUpAt) throw new Error(`${name} is ${states.get(name)}, not ${state}`);
      await delay(20);
    }
  }

  async stop() {
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }

  /** State of each replica: `UP`, `DOWN`, or `UP 1/2` between the two. */
  async #states() {
    const socket = connect(this.#socket);
    socket.end('show stat\n');
    let text = '';
    for await (const chunk of socket) text += chunk.toString();
    const [head, ...rows] = text.trim().split('\n');
    const columns = head.replace('# ', '').split(',');
    return new Map(
      rows
        .map((row) => row.split(','))
        .map((cells) => [cells[columns.indexOf('svname')], cells[columns.indexOf('status')]]),
    );
  }
}
