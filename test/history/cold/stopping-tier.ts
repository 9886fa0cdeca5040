import type { ColdTier } from '../../../apps/history/src/store/cold/cold-tier';

/** The mover was stopped before or behind a call of the cold tier. */
export class StopError extends Error {
  override readonly name = 'StopError';
}

/** A cold tier whose calls that write end the mover, each of them once before and once behind its work. */
export class StoppingTier implements ColdTier {
  #stopsLeft = Infinity;

  constructor(private readonly tier: ColdTier) {}

  /** The mover ends at the stop behind so many others. */
  stopAt(stop: number): void {
    this.#stopsLeft = stop;
  }

  prepare = () => this.#stopping(() => this.tier.prepare());
  claim = (owner: string) => this.#stopping(() => this.tier.claim(owner));
  stage = (...args: Parameters<ColdTier['stage']>) => this.#stopping(() => this.tier.stage(...args));
  clearStage = () => this.#stopping(() => this.tier.clearStage());
  replace = (range: number) => this.#stopping(() => this.tier.replace(range));
  removeFrom = (first: number, except: number) => this.#stopping(() => this.tier.removeFrom(first, except));
  owner = () => this.tier.owner();
  entries = () => this.tier.entries();
  stagedSums = (range: number) => this.tier.stagedSums(range);
  sums = (range: number) => this.tier.sums(range);
  tuples = (...args: Parameters<ColdTier['tuples']>) => this.tier.tuples(...args);

  close = () => this.tier.close();

  async #stopping(call: () => Promise<void>): Promise<void> {
    this.#stop();
    await call();
    this.#stop();
  }

  #stop(): void {
    if (this.#stopsLeft-- <= 0) throw new StopError('the mover was stopped');
  }
}
