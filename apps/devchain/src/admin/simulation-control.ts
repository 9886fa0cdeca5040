/** The parts of the simulated traffic that the admin API controls. */
export interface SimulationControl {
  readonly price: {
    /** Moves the market so that BTC has this price, in units of 8 decimals, at this time. */
    setBtc(price: bigint, timeMs: number): void;
  };
  /** While true, `step` does nothing: no simulated transaction, and no submission of the feeders. */
  isPaused: boolean;
  /** Runs the activities that are due. */
  step(): void;
  /** The state that is not on the chain. */
  save(): unknown;
  /** Continues from what `save` returned. */
  load(saved: unknown): void;
}
