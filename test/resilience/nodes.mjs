// Processes that stand for the nodes of one chain, each with faults that can be switched on.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../load/processes.mjs';

const FAULT_NODE = path.join(import.meta.dirname, 'fault-node.mjs');

/** Faults of a node; `killed` ends its process. */
export const FAULTS = [
  ...['killed', 'hangs', 'slow', 'resets', 'HTML 502', '429', 'stale', 'wrong chain', 'forked'],
  ...['truncated', 'flapping'],
];

export class TestNode {
  #child;

  constructor(target, port, script) {
    this.target = target;
    this.script = script;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param script program of the node */
  static async start(target, script = FAULT_NODE) {
    const node = new TestNode(target, await freePort(), script);
    await node.#launch();
    return node;
  }

  async #launch() {
    this.#child = fork(this.script, [this.target, String(this.port)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await once(createInterface({ input: this.#child.stdout }), 'line');
  }

  /** @param knownAfterMs time after which its answers carry a mark; default: by the fault */
  async switchOn(fault, knownAfterMs) {
    if (fault === 'killed') return this.stop();
    this.#child.send({ mode: fault, knownAfterMs });
    await once(this.#child, 'message');
  }

  async switchOff(fault) {
    if (fault === 'killed') return this.#launch();
    this.#child.send({ mode: 'good' });
    await once(this.#child, 'message');
  }

  /** Requests it has received so far. */
  async requests() {
    this.#child.send({ count: true });
    const [{ requests }] = await once(this.#child, 'message');
    return requests;
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
