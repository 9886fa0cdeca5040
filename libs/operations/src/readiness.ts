/** What one part of the service last said about itself. */
export interface ReadinessCheck {
  readonly ok: boolean;
  readonly detail: string;
  /** `essential`: not ok takes the replica out of service. `advisory`: it is shown, and requests keep coming. */
  readonly weight: 'essential' | 'advisory';
}

/** What GET /readyz prints. */
export interface Readiness {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
}

/**
 * Whether this replica should get requests. Parts report as their state changes, or are asked when the state
 * is read.
 *
 * Use `essential` for what makes every request fail, or what another replica could do better. What requests can
 * do without (Redis, one network of two) is `advisory`: it would take all replicas out at once.
 */
export class ReadinessRegistry {
  readonly #checks = new Map<string, () => ReadinessCheck>();
  #draining = false;

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
