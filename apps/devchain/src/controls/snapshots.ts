import type { Chain, ChainSnapshot } from '../kernel/chain';
import type { Feeders } from '../simulation/feeders';
import type { Simulation } from '../simulation/simulation';
import type { AdjustableClock } from './adjustable-clock';

/** State of the chain, the feeders and the simulation at one moment. */
export interface Snapshot {
  readonly timeMs: number;
  readonly chain: ChainSnapshot;
  readonly feeders: ReturnType<Feeders['save']>;
  readonly simulation?: ReturnType<Simulation['save']>;
}

interface Parts {
  readonly chain: Chain;
  readonly clock: AdjustableClock;
  readonly feeders: Feeders;
  readonly simulation?: Simulation;
}

/** The first one, taken when the chain began; it is never replaced. */
export const START = 'start';
/** Each holds on to the blocks and rows of its time. */
export const MAX_SNAPSHOTS = 8;

/** Named moments the chain can go back to, while it runs. */
export class Snapshots {
  private readonly byName = new Map<string, Snapshot>();

  constructor(private readonly parts: Parts) {}

  get names(): string[] {
    return [...this.byName.keys()];
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Seals the open block and remembers how everything is then. */
  take(name: string): void {
    this.byName.set(name, this.now());
    this.parts.simulation?.step();
  }

  /** Seals the open block and gives how everything is then. */
  now(): Snapshot {
    const { chain, clock, feeders, simulation } = this.parts;
    return {
      chain: chain.snapshot(),
      timeMs: clock.now(),
      feeders: feeders.save(),
      simulation: simulation?.save(),
    };
  }

  /** Makes everything as it was, the clock only when asked. False when there is no such snapshot. */
  restore(name: string, { rewindTime }: { rewindTime: boolean }): boolean {
    const snapshot = this.byName.get(name);
    if (snapshot === undefined) return false;
    const { clock, simulation } = this.parts;
    this.become(snapshot);
    if (rewindTime) clock.set(snapshot.timeMs);
    simulation?.step();
    return true;
  }

  /** Goes on from a snapshot of another run; the clock only when it is behind. */
  resume(snapshot: Snapshot): void {
    const { clock, simulation } = this.parts;
    this.become(snapshot);
    clock.reach(snapshot.timeMs);
    simulation?.step();
  }

  private become(snapshot: Snapshot): void {
    const { chain, feeders, simulation } = this.parts;
    chain.restore(snapshot.chain);
    feeders.load(snapshot.feeders);
    if (snapshot.simulation !== undefined) simulation?.load(snapshot.simulation);
  }
}
