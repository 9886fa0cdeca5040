import { readBitcoinAddress } from '@app/bitcoin';
import { Networks, profileEntry } from '@app/networks';
import { fail } from '@app/tooling';
import { Chains, parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readValues } from '../chain/input-values';
import { ProfileWatch } from '../chain/profile-watch';
import type { ProposalAnswer } from '../chain/proposal.answer';
import { Proposals } from '../chain/proposals';
import { together } from '../chain/together';
import { chainAmount, shownAmount, unitsOf } from '../chain/token-amount';
import { collateralSentence, pegOutSentence } from './bridge-sentence';
import { collateralUnitsOf } from './collateral-fee';
import type { WithdrawBtcInput, WithdrawCollateralInput } from './dto/withdraw.dto';
import { feeRow } from './fee-row';
import { type PegOutFees, pegOutCost } from './peg-out-cost';

/** The ways out. */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileWatch,
    private readonly proposals: Proposals,
  ) {}

  async withdrawBtc(input: WithdrawBtcInput): Promise<ProposalAnswer> {
    const { network, account: actor, permission } = input;
    const { profile } = this.networks.of(network);
    const btc = profile.token('BTC');
    this.profiles.require(network, profileEntry.token('BTC'), profileEntry.account('btc_bridge'));
    const [, { amount, btc_address }, fees] = await together(
      () => this.proposals.requireActor({ network, actor, permission }),
      () =>
        readValues({
          btc_address: () => readBitcoinAddress(input.btc_address, profile.bitcoinNetwork),
          amount: () => unitsOf(input.amount, btc),
        }),
      () => this.#fees(network),
    );
    if (amount < fees.minimum) {
      fail('BELOW_MINIMUM', 'amount', shownAmount(amount, btc), shownAmount(fees.minimum, btc));
    }
    if (pegOutCost(fees, amount).net <= 0n) fail('INVALID_VALUE', 'amount', 'the fees leave nothing of it');
    const call = profile.transfer(btc, {
      from: actor,
      to: profile.account('btc_bridge'),
      quantity: chainAmount(amount, btc),
      memo: profile.memo('peg_out', { btc_address }),
    });
    return this.proposals.compose({
      network,
      actor,
      permission,
      actions: () => [call],
      summarise: (action) => pegOutSentence(profile, action, fees),
    });
  }

  withdrawCollateral(input: WithdrawCollateralInput): Promise<ProposalAnswer> {
    const { network, account, permission } = input;
    const { profile } = this.networks.of(network);
    const cbtc = profile.token('CBTC');
    this.profiles.require(network, profileEntry.action('withdraw_collateral'));
    return this.proposals.compose({
      network,
      actor: account,
      permission,
      actions: () => {
        const { amount_cbtc, btc_address } = readValues({
          amount_cbtc: () => collateralUnitsOf(input.amount_cbtc, cbtc),
          btc_address: () => readBitcoinAddress(input.btc_address, profile.bitcoinNetwork),
        });
        const quantity = chainAmount(amount_cbtc, cbtc);
        return [profile.action('withdraw_collateral', { account, quantity, btc_address })];
      },
      summarise: (action) => collateralSentence(profile, action),
    });
  }

  /** The fees in force: those of the highest version. */
  async #fees(network: string): Promise<PegOutFees> {
    const { profile } = this.networks.of(network);
    const table = this.profiles.table(network, 'peg_out_fees');
    const { rows } = await this.chains.of(network).tableRows({ ...table, reverse: true, limit: 1 });
    const [fees] = parseRows(table, feeRow(profile.token('BTC')), rows);
    return fees ?? fail('NOT_FOUND', `the BTC bridge of ${network} has no fees set: nothing can be sent`);
  }
}
