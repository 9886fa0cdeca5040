import type { Chain } from '../kernel/chain';
import type { ChainSnapshot } from '../kernel/chain-snapshot';
import type { Feeders } from '../operators/feeders';
import type { AdjustableClock } from './adjustable-clock';
import type { SimulationControl } from './simulation-control';

/** The record of past blocks that belongs to a snapshot of the chain. */
interface HistoryControl {
  /** The record up to the head. */
  save(): unknown;
  /** Continues from what `save` returned, after the chain was restored; from the head when it was not saved. */
  load(saved: unknown): void;
}

/** State of the chain, the feeders and the simulation at one moment. */
export interface Snapshot {
  readonly timeMs: number;
  readonly chain: ChainSnapshot;
  readonly feeders: ReturnType<Feeders['save']>;
  readonly simulation?: unknown;
  readonly history?: unknown;
}

interface Parts {
  readonly chain: Chain;
  readonly clock: AdjustableClock;
  readonly feeders: Feeders;
  readonly simulation?: SimulationControl;
  readonly history?: HistoryControl;
}

/** Name of the snapshot of the initial state; it is never replaced. */
export const START = 'start';
/** Each snapshot keeps its blocks and rows in memory. */
export const MAX_SNAPSHOTS = 8;

/** Named snapshots that a running chain can restore. */
export class Snapshots {
  readonly #byName = new Map<string, Snapshot>();

  constructor(private readonly parts: Parts) {}

  get names(): string[] {
    return [...this.#byName.keys()];
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Seals the open block and stores a snapshot. */
  take(name: string): void {
    this.#byName.set(name, this.now());
    this.parts.simulation?.step();
  }

  /** Seals the open block and returns a snapshot. */
  now(): Snapshot {
    const { chain, clock, feeders, simulation, history } = this.parts;
    return {
      chain: chain.snapshot(),
      timeMs: clock.now(),
      feeders: feeders.save(),
      simulation: simulation?.save(),
      history: history?.save(),
    };
  }

  /** Restores a snapshot; the clock only with `rewindTime`. False when there is no such snapshot. */
  restore(name: string, { rewindTime }: { rewindTime: boolean }): boolean {
    const snapshot = this.#byName.get(name);
    if (snapshot === undefined) return false;
    const { clock, simulation } = this.parts;
    this.#load(snapshot);
    if (rewindTime) clock.set(snapshot.timeMs);
    simulation?.step();
    return true;
  }

  /** Continues from a snapshot of another run; the clock only moves forward. */
  resume(snapshot: Snapshot): void {
    const { clock, simulation } = this.parts;
    this.#load(snapshot);
    clock.reach(snapshot.timeMs);
    simulation?.step();
  }

  #load(snapshot: Snapshot): void {
    const { chain, feeders, simulation, history } = this.parts;
    chain.restore(snapshot.chain);
    history?.load(snapshot.history);
    feeders.load(snapshot.feeders);
    if (snapshot.simulation !== undefined) simulation?.load(snapshot.simulation);
  }
}
