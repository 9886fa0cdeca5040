import { ManualClock } from '@app/operations';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import type { DevelopmentAccount } from '../../../apps/devchain/src/genesis/development-account';
import { createDevelopmentChain } from '../../../apps/devchain/src/genesis/genesis';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import { SIMULATED_SIGNERS } from '../../../apps/devchain/src/simulation/actors';
import { Simulation } from '../../../apps/devchain/src/simulation/simulation';
import { InProcessClient } from '../../../apps/devchain/src/client/in-process-client';

const START_MS = Date.parse('2026-03-01T12:00:00Z');

/** A development chain with simulation and a manual clock. */
export class SimulatedChain {
  readonly clock = new ManualClock(START_MS);
  readonly chain: Chain;
  /** The funded accounts, which the simulation does not use. */
  readonly accounts: readonly DevelopmentAccount[];
  readonly simulation: Simulation;
  readonly view: InProcessClient;
  readonly failures: string[] = [];

  constructor(seed: string) {
    const now = (): number => this.clock.now();
    const created = createDevelopmentChain({ seed, now, contracts: DEPLOYED_CONTRACTS });
    this.chain = created.chain;
    this.accounts = created.accounts;
    this.simulation = new Simulation({
      chain: this.chain,
      seed,
      now,
      log: (line) => this.failures.push(line),
    });
    this.view = new InProcessClient(this.chain, { seed, accounts: SIMULATED_SIGNERS, now });
  }

  /** Produces blocks that are `betweenMs` apart and steps the simulation after each. */
  run(blocks: number, betweenMs = 500): void {
    for (let left = blocks; left > 0; left--) {
      this.clock.advance(betweenMs);
      this.chain.produceBlock();
      this.simulation.step();
    }
  }
}
