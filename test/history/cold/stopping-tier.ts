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
  clearStage = (...args: Parameters<ColdTier['clearStage']>) =>
    this.#stopping(() => this.tier.clearStage(...args));
  replace = (...args: Parameters<ColdTier['replace']>) => this.#stopping(() => this.tier.replace(...args));
  removeFrom = (...args: Parameters<ColdTier['removeFrom']>) =>
    this.#stopping(() => this.tier.removeFrom(...args));
  owner = () => this.tier.owner();
  entries = (...args: Parameters<ColdTier['entries']>) => this.tier.entries(...args);
  stagedSums = (...args: Parameters<ColdTier['stagedSums']>) => this.tier.stagedSums(...args);
  sums = (...args: Parameters<ColdTier['sums']>) => this.tier.sums(...args);
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
