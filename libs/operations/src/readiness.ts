/** Last reported state of one part of the service. */
export interface ReadinessCheck {
  readonly ok: boolean;
  readonly detail: string;
  /** `essential`: not ok takes the replica out of service. `advisory`: it is shown, and requests keep coming. */
  readonly weight: 'essential' | 'advisory';
}

/** Answer of GET /readyz. */
export interface Readiness {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
}

/**
 * Whether this replica should get requests. Parts report as their state changes, or are asked when the state
 * is read.
 *
 * Use `essential` for a part whose failure makes every request fail, or that another replica may not share. Parts that
 * requests do not need (Redis, one network of two) are `advisory`: they would take all replicas out at once.
 */
export class ReadinessRegistry {
  readonly #checks = new Map<string, () => ReadinessCheck>();
  readonly #onDrain: (() => void)[] = [];
  #draining = false;

  /** Calls `listener` when the replica begins to stop: for what has no end of its own, such as a stream. */
  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  report(name: string, ok: boolean, detail = '', weight: ReadinessCheck['weight'] = 'essential'): void {
    const check = { ok, detail, weight };
    this.#checks.set(name, () => check);
  }

  /** Calls `read` at every query of the state: for values that change with time alone, such as an age. */
  watch(name: string, read: () => ReadinessCheck): void {
    this.#checks.set(name, read);
  }

  /** From now on the replica is not ready, whatever the checks say: it is about to stop. */
  drain(): void {
    this.#draining = true;
    for (const listener of this.#onDrain) listener();
  }

  isDraining(): boolean {
    return this.#draining;
  }

  state(): Readiness {
    const checks = [...this.#checks].map(([name, read]) => [name, read()] as const);
    const failing = checks.some(([, check]) => !check.ok && check.weight === 'essential');
    return {
      ready: !this.#draining && !failing,
      draining: this.#draining,
      checks: Object.fromEntries(checks),
    };
  }
}
