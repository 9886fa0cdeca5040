import { Networks, type TableKey, type Token } from '@app/networks';
import { fail, ToolError } from '@app/tooling';
import { Chains, parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileMonitor } from '../../profile/profile-monitor';
import { defaultCollateralFees } from './default-collateral-fees';
import { feeRow, type PegOutFees } from '../../table-rows/fee-row';

/** The two ways to Bitcoin: of BTC, and of the collateral in a vault. */
export type Bridge = 'btc_bridge' | 'vault_bridge';

/** Current fees of the bridges for withdrawals to Bitcoin, read from their tables. */
@Injectable()
export class BridgeFees {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
  ) {}

  /** @throws ToolError when the bridge has no fees set, or its table does not match the chain. */
  of(network: string, bridge: Bridge): Promise<PegOutFees> {
    const { profile } = this.networks.of(network);
    if (bridge === 'btc_bridge') return this.#inForce(network, 'peg_out_fees', profile.token('BTC'));
    const cbtc = profile.token('CBTC');
    return profile.hasTable('collateral_fees')
      ? this.#inForce(network, 'collateral_fees', cbtc)
      : Promise.resolve(defaultCollateralFees(cbtc));
  }

  /** The same; null where they cannot be known. */
  async known(network: string, bridge: Bridge): Promise<PegOutFees | null> {
    try {
      return await this.of(network, bridge);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  /** Those of the highest version. */
  async #inForce(network: string, key: TableKey, token: Token): Promise<PegOutFees> {
    const table = this.profiles.table(network, key);
    const { rows } = await this.chains.of(network).tableRows({ ...table, reverse: true, limit: 1 });
    const [fees] = parseRows(table, feeRow(token), rows);
    return fees ?? fail('NOT_FOUND', `${table.code} has no fees set on ${network}: nothing can be sent`);
  }
}
