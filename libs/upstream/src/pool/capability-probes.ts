import { probeCapabilities, probeIndex } from './capability-probe';
import type { NodeHealth } from './node-health';
import { RepeatedTask } from './repeated-task';

/** Interval of the probes of routes: they change with the configuration of the node. */
const CAPABILITIES_EVERY_MS = 60_000;
/** Interval of the reads of the lag of an index. */
const INDEX_EVERY_MS = 10_000;

/** Probes the capabilities of the nodes where they are not configured, and the index of those that have one. */
export class CapabilityProbes {
  readonly #tasks = new Map<NodeHealth, readonly RepeatedTask[]>();
  #first: Promise<unknown> | undefined;

  constructor(healths: readonly NodeHealth[]) {
    this.follow(healths);
  }

  /** Probes these nodes, and no others. */
  follow(healths: readonly NodeHealth[]): void {
    for (const [health, tasks] of this.#tasks) {
      if (healths.includes(health)) continue;
      for (const task of tasks) task.stop();
      this.#tasks.delete(health);
    }
    for (const health of healths) {
      if (this.#tasks.has(health)) continue;
      const tasks = tasksOf(health);
      this.#tasks.set(health, tasks);
      if (this.#first !== undefined) for (const task of tasks) task.start();
    }
  }

  /** Starts probing unless it runs. @returns the end of the first probes; undefined once it has passed */
  start(): Promise<unknown> | undefined {
    if (this.#first !== undefined) return this.#first === DONE ? undefined : this.#first;
    const tasks = [...this.#tasks.values()].flat();
    for (const task of tasks) task.start();
    this.#first = Promise.all(tasks.map((task) => task.run())).then(() => (this.#first = DONE));
    return this.#first;
  }

  stop(): void {
    for (const task of [...this.#tasks.values()].flat()) task.stop();
    this.#first = undefined;
  }
}

const DONE = Promise.resolve();

const tasksOf = (health: NodeHealth): readonly RepeatedTask[] => [
  new RepeatedTask(() => probeAbilities(health), CAPABILITIES_EVERY_MS),
  new RepeatedTask(() => probeIndexOf(health), INDEX_EVERY_MS),
];

async function probeAbilities({ node, abilities }: NodeHealth): Promise<void> {
  if (!abilities.isConfigured) abilities.recordProbe(await probeCapabilities(node));
}

async function probeIndexOf({ node, abilities }: NodeHealth): Promise<void> {
  if (abilities.has('v2') === false) return;
  const index = await probeIndex(node);
  if (index !== undefined) abilities.recordIndex(index === 'none' ? undefined : index.blocksBehind);
}
