import { readBitcoinAddress } from '@app/bitcoin';
import { profileEntry } from '@app/networks';
import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import { BridgeFees } from '../lookups/bridge-fees/bridge-fees';
import { pegOutCost } from '../lookups/bridge-fees/peg-out-cost';
import { parseFields } from '../composing/parse-fields';
import { feeEffect } from '../composing/effects/fee-effect';
import { feeWarnings } from '../composing/fee-warnings';
import type { ProposalRequest } from '../composing/proposals';
import { runAllChecks } from '../composing/run-all-checks';
import { chainAmount, displayAmount, unitsOf } from '../formatting/token-amount';
import type { WithdrawBtcInput } from './dto/withdraw.dto';
import type { Network } from '../network/network';

/** The way of BTC to Bitcoin. */
@Injectable()
export class WithdrawalsService {
  constructor(private readonly fees: BridgeFees) {}

  withdrawBtc(network: Network, input: WithdrawBtcInput): ProposalRequest {
    const { account: actor, permission } = input;
    const btc = network.profile.token('BTC');
    network.assertEntries(
      profileEntry.token('BTC'),
      profileEntry.account('btc_bridge'),
      profileEntry.bitcoinNetwork,
    );
    let assess: NonNullable<ProposalRequest['assess']> = () => ({ warnings: [] });
    return {
      network,
      actor,
      permission,
      actions: async () => {
        const { amount, btc_address, fees } = await this.#terms(network, input);
        assess = ({ status }) => ({
          ...(status === 'ok' && { fee: feeEffect(fees, amount, btc) }),
          warnings: feeWarnings(fees, amount, btc),
        });
        const { profile } = network;
        return [
          profile.transfer(btc, {
            from: actor,
            to: profile.account('btc_bridge'),
            quantity: chainAmount(amount, btc),
            memo: profile.memo('peg_out', { btc_address }),
          }),
        ];
      },
      assess: (run) => assess(run),
    };
  }

  /** @throws ToolError for a wrong address or amount, and for one that the bridge does not send */
  async #terms(network: Network, input: WithdrawBtcInput) {
    const { profile } = network;
    const btc = profile.token('BTC');
    const [{ amount, btc_address }, fees] = await runAllChecks(
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
    return { amount, btc_address, fees };
  }
}
