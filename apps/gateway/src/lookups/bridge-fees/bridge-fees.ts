import type { TableKey, Token } from '@app/networks';
import { fail } from '@app/chain-tools';
import { ToolError } from '@app/tooling';
import { parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { defaultCollateralFees } from './default-collateral-fees';
import { feeRow, type PegOutFees } from '../../table-rows/fee-row';
import type { Network } from '../../network/network';

/** The two ways to Bitcoin: of BTC, and of the collateral in a vault. */
export type Bridge = 'btc_bridge' | 'vault_bridge';

/** Current fees of the bridges for withdrawals to Bitcoin, read from their tables. */
@Injectable()
export class BridgeFees {
  /** @throws ToolError when the bridge has no fees set, or its table does not match the chain. */
  of(network: Network, bridge: Bridge): Promise<PegOutFees> {
    const { profile } = network;
    if (bridge === 'btc_bridge') return this.#inForce(network, 'peg_out_fees', profile.token('BTC'));
    const cbtc = profile.token('CBTC');
    return profile.hasTable('collateral_fees')
      ? this.#inForce(network, 'collateral_fees', cbtc)
      : Promise.resolve(defaultCollateralFees(cbtc));
  }

  /** The same; null where they cannot be known. */
  async known(network: Network, bridge: Bridge): Promise<PegOutFees | null> {
    try {
      return await this.of(network, bridge);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  /** Those of the highest version. */
  async #inForce(network: Network, key: TableKey, token: Token): Promise<PegOutFees> {
    const table = network.table(key);
    const { rows } = await network.chain.tableRows({ ...table, reverse: true, limit: 1 });
    const [fees] = parseRows(table, feeRow(token), rows);
    return fees ?? fail('NOT_FOUND', `${table.code} has no fees set on ${network.name}: nothing can be sent`);
  }
}
