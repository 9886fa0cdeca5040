import { readBitcoinAddress } from '@app/bitcoin';
import { Networks, profileEntry } from '@app/networks';
import { fail } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { BridgeFees } from '../../chain/bridge-fees/bridge-fees';
import { readValues } from '../../chain/input-values';
import { ProfileWatch } from '../../chain/profile-watch';
import type { ProposalAnswer } from '../../chain/proposal.answer';
import { Proposals } from '../../chain/proposals';
import { together } from '../../chain/together';
import { chainAmount, shownAmount, unitsOf } from '../../chain/token-amount';
import type { WithdrawCollateralInput } from './dto/withdraw-collateral.dto';

/** The way of collateral to Bitcoin. */
@Injectable()
export class CollateralWithdrawalsService {
  constructor(
    private readonly networks: Networks,
    private readonly profiles: ProfileWatch,
    private readonly fees: BridgeFees,
    private readonly proposals: Proposals,
  ) {}

  withdraw(input: WithdrawCollateralInput): Promise<ProposalAnswer> {
    const { network, account, permission } = input;
    const { profile } = this.networks.of(network);
    this.profiles.require(network, profileEntry.action('withdraw_collateral'));
    return this.proposals.compose({
      network,
      actor: account,
      permission,
      actions: async () => {
        const [units, { btc_address }] = await together(
          () => this.#units(input),
          () =>
            readValues({
              btc_address: () => readBitcoinAddress(input.btc_address, profile.bitcoinNetwork),
            }),
        );
        const quantity = chainAmount(units, profile.token('CBTC'));
        return [profile.action('withdraw_collateral', { account, quantity, btc_address })];
      },
    });
  }

  /** @throws ToolError for what is no amount, or below the minimum of the bridge */
  async #units({ network, amount_cbtc }: WithdrawCollateralInput): Promise<bigint> {
    const cbtc = this.networks.of(network).profile.token('CBTC');
    const { amount_cbtc: units } = readValues({ amount_cbtc: () => unitsOf(amount_cbtc, cbtc) });
    const { minimum } = await this.fees.of(network, 'vault_bridge');
    if (units >= minimum) return units;
    return fail('BELOW_MINIMUM', 'amount_cbtc', shownAmount(units, cbtc), shownAmount(minimum, cbtc));
  }
}
