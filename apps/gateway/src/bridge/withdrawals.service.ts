import { readBitcoinAddress } from '@app/bitcoin';
import { profileEntry } from '@app/networks';
import { fail } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { BridgeFees } from '../lookups/bridge-fees/bridge-fees';
import { pegOutCost } from '../lookups/bridge-fees/peg-out-cost';
import { parseFields } from '../composing/parse-fields';
import type { ProposalAnswer } from '../composing/proposal.answer';
import { feeEffect } from '../composing/effects/fee-effect';
import { feeWarnings } from '../composing/fee-warnings';
import { Proposals } from '../composing/proposals';
import { runAllChecks } from '../composing/run-all-checks';
import { chainAmount, displayAmount, unitsOf } from '../formatting/token-amount';
import type { WithdrawBtcInput } from './dto/withdraw.dto';
import type { Network } from '../network/network';

/** The way of BTC to Bitcoin. */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly fees: BridgeFees,
    private readonly proposals: Proposals,
  ) {}

  async withdrawBtc(network: Network, input: WithdrawBtcInput): Promise<ProposalAnswer> {
    const { account: actor, permission } = input;
    const { profile } = network;
    const btc = profile.token('BTC');
    network.assertEntries(
      profileEntry.token('BTC'),
      profileEntry.account('btc_bridge'),
      profileEntry.bitcoinNetwork,
    );
    const [, { amount, btc_address }, fees] = await runAllChecks(
      () => this.proposals.requireActor({ network, actor, permission }),
      () =>
        parseFields({
          btc_address: () => readBitcoinAddress(input.btc_address, profile.bitcoinNetwork),
          amount: () => unitsOf(input.amount, btc),
        }),
      () => this.fees.of(network, 'btc_bridge'),
    );
    if (amount < fees.minimum) {
      fail('BELOW_MINIMUM', 'amount', displayAmount(amount, btc), displayAmount(fees.minimum, btc));
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
      assess: ({ status }) => ({
        ...(status === 'ok' && { fee: feeEffect(fees, amount, btc) }),
        warnings: feeWarnings(fees, amount, btc),
      }),
    });
  }
}
