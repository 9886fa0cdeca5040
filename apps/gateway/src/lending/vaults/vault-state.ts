import { profileEntry } from '@app/networks';
import { ToolError } from '@app/tooling';
import type { RowsRead } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readAccountRows } from '../../table-rows/account-rows';
import { BridgeFees } from '../../lookups/bridge-fees/bridge-fees';
import { Vaults } from '../../lookups/vaults';
import { CollateralPrice } from '../collateral-price';
import { Collateral } from '../loans/collateral';
import { OpenLoans } from '../loans/open-loans';
import { Valuations } from '../loans/valuations';
import { vaultLimits, type VaultLimits, type VaultState } from './vault-limits';
import type { Network } from '../../network/network';

/** A vault with what its owner may do. */
export interface OwnVault {
  readonly vault: string;
  readonly state: VaultState;
  readonly limits: VaultLimits;
}

/** Reads what limits an account at the lending contract. */
@Injectable()
export class VaultStates {
  constructor(
    private readonly vaults: Vaults,
    private readonly collateral: Collateral,
    private readonly loans: OpenLoans,
    private readonly valuations: Valuations,
    private readonly price: CollateralPrice,
    private readonly fees: BridgeFees,
  ) {}

  /** Null for an account without a vault. */
  async of(network: Network, account: string): Promise<OwnVault | null> {
    const vault = await this.vaults.nameOf(network, account);
    if (vault === null) return null;
    const { profile } = network;
    const [collateral, loans, requests, price, fees] = await Promise.all([
      this.collateral.inVault(network, vault),
      this.loans.of(network, account),
      this.#requests(network, account),
      this.price.usable(network),
      this.fees.known(network, 'vault_bridge'),
    ]);
    const state = {
      collateral,
      debt: loans.more ? undefined : await this.valuations.debt(network, loans.open),
      isTaken: isTaken(loans.open.length + requests.rows.length, loans.more || requests.more),
      price,
      minimumWithdrawal: fees === null ? null : fees.minimum,
    };
    return { vault, state, limits: vaultLimits(state, profile) };
  }

  /**
   * The same; undefined where an entry of the profile does not match the chain. For what a tool can do without.
   */
  async known(network: Network, account: string): Promise<OwnVault | null | undefined> {
    try {
      return await this.of(network, account);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  #requests(network: Network, account: string): Promise<RowsRead> {
    network.assertEntries(profileEntry.table('loan_requests'));
    return readAccountRows(network.chain, network, { table: 'loan_requests', account });
  }
}

/** Undefined when none was found and some may be missing. */
function isTaken(found: number, more: boolean): boolean | undefined {
  return found > 0 || (more ? undefined : false);
}
