import type { DevelopmentAccount } from '../genesis/development-account';
import type { Chain } from '../kernel/chain';
import type { Feeders } from '../operators/feeders';
import type { InProcessClient } from '../client/in-process-client';
import type { AdjustableClock } from './adjustable-clock';
import { AdminError } from './admin-error';
import type { BlockPacer } from './block-pacer';
import type { Snapshots } from './snapshots';
import type { SimulationControl } from './simulation-control';

/** Everything that admin routes can use. */
export interface AdminContext {
  readonly name: string;
  readonly seed: string;
  readonly chain: Chain;
  /** The same chain, for transactions of the admin API, signed with development keys. */
  readonly view: InProcessClient;
  readonly clock: AdjustableClock;
  readonly pacer: BlockPacer;
  /** Absent on a chain without simulation. */
  readonly simulation?: SimulationControl;
  /** The feeders of the simulation where there is one. */
  readonly feeders: Feeders;
  readonly snapshots: Snapshots;
  readonly accounts: readonly DevelopmentAccount[];
}

/** Throws AdminError unless the account exists. */
export function requireAccount({ view }: AdminContext, field: string, name: string): void {
  if (!view.isAccount(name)) throw new AdminError(`${field}: account ${name} does not exist`);
}

/** Throws AdminError unless the contract exists. */
export function requireContract({ chain }: AdminContext, account: string): void {
  if (chain.abi(account) === undefined) throw new AdminError(`there is no contract ${account} on this chain`);
}
