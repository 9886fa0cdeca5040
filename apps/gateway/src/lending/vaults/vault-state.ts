import { Networks, profileEntry } from '@app/networks';
import { ToolError } from '@app/tooling';
import { Chains, parseRows, type RowsRead } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readAccountRows } from '../../table-rows/account-rows';
import { BridgeFees } from '../../lookups/bridge-fees/bridge-fees';
import { ProfileMonitor } from '../../profile/profile-monitor';
import { Vaults } from '../../lookups/vaults';
import { CollateralPrice } from '../collateral-price';
import { Collateral } from '../loans/collateral';
import { type LoanRow, loanRow } from '../loans/loan-rows';
import { isOver } from '../loans/loan-status';
import { Valuations } from '../loans/valuations';
import { vaultLimits, type VaultLimits, type VaultState } from './vault-limits';

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
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly vaults: Vaults,
    private readonly collateral: Collateral,
    private readonly valuations: Valuations,
    private readonly price: CollateralPrice,
    private readonly fees: BridgeFees,
  ) {}

  /** Null for an account without a vault. */
  async of(network: string, account: string): Promise<OwnVault | null> {
    const vault = await this.vaults.nameOf(network, account);
    if (vault === null) return null;
    const { profile } = this.networks.of(network);
    const [collateral, loans, requests, price, fees] = await Promise.all([
      this.collateral.inVault(network, vault),
      this.#openLoans(network, account),
      this.#requests(network, account),
      this.price.usable(network),
      this.fees.known(network, 'vault_bridge'),
    ]);
    const state = {
      collateral,
      debt: loans.more ? undefined : await this.#debt(network, loans.open),
      isTaken: isTaken(loans.open.length + requests.rows.length, loans.more || requests.more),
      price,
      minimumWithdrawal: fees === null ? null : fees.minimum,
    };
    return { vault, state, limits: vaultLimits(state, profile) };
  }

  /**
   * The same; undefined where an entry of the profile does not match the chain. For what a tool can do without.
   */
  async known(network: string, account: string): Promise<OwnVault | null | undefined> {
    try {
      return await this.of(network, account);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  /** `more`: open loans may be missing. */
  async #openLoans(network: string, account: string): Promise<{ open: LoanRow[]; more: boolean }> {
    const { profile } = this.networks.of(network);
    const table = this.profiles.table(network, 'loans');
    const wanted = { table: 'loans', account } as const;
    const { rows, more } = await readAccountRows(this.chains.of(network), profile, wanted);
    const loans = parseRows(table, loanRow(profile.token('USDT')), rows);
    return { open: loans.filter(({ status }) => !isOver(status)), more };
  }

  #requests(network: string, account: string): Promise<RowsRead> {
    this.profiles.assertEntries(network, profileEntry.table('loan_requests'));
    const { profile } = this.networks.of(network);
    return readAccountRows(this.chains.of(network), profile, { table: 'loan_requests', account });
  }

  /** Payoff amount of the loans; undefined when the chain lacks the facts to compute it. */
  async #debt(network: string, loans: readonly LoanRow[]): Promise<bigint | undefined> {
    if (loans.length === 0) return 0n;
    const valued = await this.valuations.of(network, loans);
    const payoffs = loans.map((loan) => valued.of(loan).payoff);
    return payoffs.reduce<bigint | undefined>(
      (sum, payoff) => (sum === undefined || payoff === undefined ? undefined : sum + payoff),
      0n,
    );
  }
}

/** Undefined when none was found and some may be missing. */
function isTaken(found: number, more: boolean): boolean | undefined {
  return found > 0 || (more ? undefined : false);
}
