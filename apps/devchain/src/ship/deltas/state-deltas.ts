import type { AccountState } from '../../kernel/accounts/account-state';
import type { BlockChanges } from '../../kernel/blocks/block-changes';
import type { StateView } from '../../kernel/state/state-view';
import { addAccountChanges } from './account-deltas';
import { NATIVE_CODE } from './account-rows';
import { addContractChanges, addWholeTable } from './contract-deltas';
import { DeltaTables } from './delta-tables';
import { globalPropertyRow, limitsConfigRow, limitsStateRow, protocolStateRow } from './global-rows';

const NO_CODE = new Uint8Array();

/** The section `deltas` of the blocks of one chain, in their order. Keeps what the next block is compared with. */
export class StateDeltas {
  #proposal: StateView['proposal'];
  /** The sum of all RAM quotas that are limited. */
  #ramQuotas = 0n;

  constructor(private readonly chainId: string) {}

  /** Begins at a state that is known to the reader already. */
  reset({ proposal, accounts }: StateView): void {
    this.#proposal = proposal;
    this.#ramQuotas = 0n;
    for (const account of accounts.all()) this.#ramQuotas += limitedQuota(account);
  }

  /** Begins at a state with all of it. */
  whole(state: StateView): Uint8Array {
    this.reset(state);
    const { accounts, tables, contracts, config } = state;
    const deltas = new DeltaTables();
    for (const account of accounts.all()) addAccountChanges(deltas, undefined, account, contracts);
    deltas.add('code', undefined, { ...NATIVE_CODE, code: NO_CODE });
    for (const table of tables.tables()) addWholeTable(deltas, table);
    deltas.add('global_property', undefined, globalPropertyRow(state, this.chainId));
    deltas.add('protocol_state', undefined, protocolStateRow());
    deltas.add('resource_limits_state', undefined, limitsStateRow(state, this.#ramQuotas));
    deltas.add('resource_limits_config', undefined, limitsConfigRow(config));
    return deltas.pack();
  }

  /** The net changes of a block that was just sealed. */
  ofBlock({ traces, touchedAccounts }: BlockChanges, state: StateView): Uint8Array {
    const deltas = new DeltaTables();
    for (const [name, before] of touchedAccounts) {
      const after = state.accounts.find(name);
      addAccountChanges(deltas, before, after, state.contracts);
      this.#ramQuotas += limitedQuota(after) - limitedQuota(before);
    }
    addContractChanges(deltas, traces, state);
    if (state.proposal?.producers !== this.#proposal?.producers) {
      this.#proposal = state.proposal;
      const row = globalPropertyRow(state, this.chainId);
      deltas.add('global_property', row, row);
    }
    // Its averages have the number of the block: no two blocks have the same.
    const limits = limitsStateRow(state, this.#ramQuotas);
    deltas.add('resource_limits_state', limits, limits);
    return deltas.pack();
  }
}

function limitedQuota(account: AccountState | undefined): bigint {
  return account === undefined || account.ramQuota < 0n ? 0n : account.ramQuota;
}
