import type { DevelopmentAccount } from '../genesis/development-account';
import type { Chain } from '../kernel/chain';
import type { Feeders } from '../simulation/feeders';
import type { Simulation } from '../simulation/simulation';
import type { InProcessClient } from '../simulation/in-process-client';
import type { AdjustableClock } from './adjustable-clock';
import { ControlError } from './control-error';
import type { Pace } from './pace';
import type { Snapshots } from './snapshots';

/** All that the controls reach. */
export interface World {
  readonly name: string;
  readonly seed: string;
  readonly chain: Chain;
  /** The same chain, for transactions of the controls' own, signed with development keys. */
  readonly view: InProcessClient;
  readonly clock: AdjustableClock;
  readonly pace: Pace;
  /** Absent on a chain without simulation. */
  readonly simulation?: Simulation;
  /** The feeders of the simulation where there is one. */
  readonly feeders: Feeders;
  readonly snapshots: Snapshots;
  readonly accounts: readonly DevelopmentAccount[];
}

/** Fails the control unless there is such an account. */
export function requireAccount({ view }: World, field: string, name: string): void {
  if (!view.isAccount(name)) throw new ControlError(`${field}: account ${name} does not exist`);
}

/** Fails the control on a chain without that contract. */
export function requireContract({ chain }: World, account: string): void {
  if (chain.abi(account) === undefined)
    throw new ControlError(`there is no contract ${account} on this chain`);
}
