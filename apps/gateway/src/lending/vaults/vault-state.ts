import { Networks } from '@app/networks';
import { ToolError } from '@app/tooling';
import { Chains, parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readAccountRows } from '../../chain/account-rows';
import { BridgeFees } from '../../chain/bridge-fees/bridge-fees';
import { ProfileWatch } from '../../chain/profile-watch';
import { Vaults } from '../../chain/vaults';
import { CollateralPrice } from '../collateral-price';
import { Collateral } from '../loans/collateral';
import { type LoanRow, loanRequestRow, loanRow } from '../loans/loan-rows';
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
    private readonly profiles: ProfileWatch,
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
    const [collateral, loans, isQueued, price, fees] = await Promise.all([
      this.collateral.inVault(network, vault),
      this.#openLoans(network, account),
      this.#hasRequest(network, account),
      this.price.usable(network),
      this.fees.known(network, 'vault_bridge'),
    ]);
    const state = {
      collateral,
      debt: await this.#debt(network, loans),
      isTaken: loans.length > 0 || isQueued,
      price,
      minimumWithdrawal: fees === null ? null : fees.minimum,
    };
    return { vault, state, limits: vaultLimits(state, profile) };
  }

  /** The same; undefined also where an entry of the profile does not match the chain. For what a tool can do without. */
  async known(network: string, account: string): Promise<OwnVault | undefined> {
    try {
      return (await this.of(network, account)) ?? undefined;
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  async #openLoans(network: string, account: string): Promise<LoanRow[]> {
    const { profile } = this.networks.of(network);
    const table = this.profiles.table(network, 'loans');
    const { rows } = await readAccountRows(this.chains.of(network), profile, { table: 'loans', account });
    return parseRows(table, loanRow(profile.token('USDT')), rows).filter(({ status }) => !isOver(status));
  }

  async #hasRequest(network: string, account: string): Promise<boolean> {
    const { profile } = this.networks.of(network);
    const table = this.profiles.table(network, 'loan_requests');
    const wanted = { table: 'loan_requests', account } as const;
    const { rows } = await readAccountRows(this.chains.of(network), profile, wanted);
    return parseRows(table, loanRequestRow(profile.token('USDT')), rows).length > 0;
  }

  /** What pays the loans off; undefined when the chain does not say what it takes to count it. */
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
