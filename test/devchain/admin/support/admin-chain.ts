import { ManualClock } from '@app/operations';
import { InProcessClient } from '../../../../apps/devchain/src/client/in-process-client';
import type { Devchain } from '../../../../apps/devchain/src/start-devchain';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import type { TableDefinition } from '../../../../apps/devchain/src/kernel/sdk/table';
import { AdminClient } from '../../../harness/node/admin-client';
import { TestChain } from '../../../harness/node/test-chain';

const SEED = 'admin';

/** A development chain with a manual clock, driven by its admin API; only admin requests produce blocks. */
export class AdminChain {
  readonly devchain: Devchain;
  readonly admin: AdminClient;
  readonly #client: InProcessClient;

  private constructor(
    private readonly node: TestChain,
    readonly clock: ManualClock,
  ) {
    this.devchain = node.devchain;
    this.admin = new AdminClient(node.url);
    this.#client = new InProcessClient(this.devchain.chain, { seed: SEED, accounts: [] });
  }

  static async start({ simulation = false, isRemoteAllowed = false } = {}): Promise<AdminChain> {
    const clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'));
    const options = { now: () => clock.now(), blocks: 'manual' as const, contracts: DEPLOYED_CONTRACTS };
    const settings = { seed: SEED, simulation, isRemoteAllowed };
    return new AdminChain(await TestChain.start(options, settings), clock);
  }

  close(): Promise<void> {
    return this.node.close();
  }

  rows<R>(code: string, scope: string, table: TableDefinition<R>): R[] {
    return this.#client.rows(code, scope, table);
  }
}
