// All alerts that Prometheus has firing, looked at for as long as a run takes.
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 200;
const keyOf = (labels) =>
  JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));

export class WatchedAlerts {
  #prometheus;
  #firing = new Set();
  /** Every alert that fired: its labels, when first and when last, on the clock of `performance`. */
  #seen = new Map();
  #looks = 0;
  #isRunning = true;
  #done;

  constructor(prometheus) {
    this.#prometheus = prometheus;
    this.#done = this.#look();
    // It rejects where it is waited for.
    this.#done.catch(() => undefined);
  }

  async #look() {
    while (this.#isRunning) {
      const all = await this.#prometheus.firing();
      const nowMs = performance.now();
      this.#firing = new Set(all.map(keyOf));
      this.#looks += 1;
      for (const labels of all) {
        const key = keyOf(labels);
        const { firstMs = nowMs } = this.#seen.get(key) ?? {};
        this.#seen.set(key, { labels, firstMs, lastMs: nowMs });
      }
      await delay(LOOK_MS);
    }
  }

  /** The look that runs may have begun before: the second one from now did not. */
  async #freshLook() {
    const wanted = this.#looks + 2;
    while (this.#looks < wanted) await Promise.race([delay(LOOK_MS), this.#done]);
  }

  /** Resolves when each of these label sets fires, to the letter. @throws Error that names those that do not */
  untilFiring(labelSets, withinMs) {
    return this.#until(labelSets, withinMs, true);
  }

  /** Resolves when none of them fires. */
  untilResolved(labelSets, withinMs) {
    return this.#until(labelSets, withinMs, false);
  }

  async #until(labelSets, withinMs, isWanted) {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      await this.#freshLook();
      const open = labelSets.filter((labels) => this.#firing.has(keyOf(labels)) !== isWanted);
      if (open.length === 0) return;
      if (performance.now() < giveUpAt) continue;
      const names = open.map((labels) => JSON.stringify(labels)).join(', ');
      const firing = [...this.#firing].join(', ');
      throw new Error(
        `${isWanted ? 'does not fire' : 'does not resolve'}: ${names}. Firing: ${firing || 'none'}`,
      );
    }
  }

  /** Label sets that fired at some time since. */
  firedSince(sinceMs) {
    return [...this.#seen.values()].filter(({ lastMs }) => lastMs >= sinceMs).map(({ labels }) => labels);
  }

  async stop() {
    this.#isRunning = false;
    await this.#done;
  }
}
