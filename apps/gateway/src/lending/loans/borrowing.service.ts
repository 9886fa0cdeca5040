import { fail } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { parseFields } from '../../composing/parse-fields';
import type { ProposalAnswer } from '../../composing/proposal.answer';
import { runAllChecks } from '../../composing/run-all-checks';
import { chainAmount, displayAmount, unitsOf } from '../../formatting/token-amount';
import { CollateralPrice } from '../collateral-price';
import { LendingProposals } from '../lending-proposals';
import { processQueue } from '../lending-step';
import { PoolsService } from '../pools/pools.service';
import { type BorrowingForecast, BorrowingRemarks } from './borrowing-remarks';
import type { BorrowInput } from './dto/borrow.dto';
import type { CancelLoanRequestInput } from './dto/cancel-loan-request.dto';
import type { RepayInput } from './dto/repay.dto';
import { MINIMUM_LOAN_BTC, minimumLoan } from './loan-to-value';
import type { Network } from '../../network/network';

/** Loans from asking to paying back. */
@Injectable()
export class BorrowingService {
  constructor(
    private readonly pools: PoolsService,
    private readonly price: CollateralPrice,
    private readonly remarks: BorrowingRemarks,
    private readonly proposals: LendingProposals,
  ) {}

  borrow(network: Network, input: BorrowInput): Promise<ProposalAnswer> {
    const { account, pool_id, max_apr_bps } = input;
    let forecast: BorrowingForecast | undefined;
    let amount = 0n;
    return this.proposals.compose(
      network,
      input,
      async () => {
        const [pool, units] = await runAllChecks(
          () => this.pools.require(network, pool_id),
          () => this.#loanUnits(network, input),
        );
        forecast = await this.remarks.on(network, account, pool);
        amount = units;
        const quantity = chainAmount(units, network.profile.token('USDT'));
        return [
          { action: 'borrow', values: { account, quantity, pool_id, max_apr_bps } },
          processQueue(account),
        ];
      },
      (action) => forecast?.remark(action),
      (effects) => ({ loan: forecast?.loan(effects, amount), warnings: [] }),
    );
  }

  cancelRequest(network: Network, input: CancelLoanRequestInput): Promise<ProposalAnswer> {
    const { account } = input;
    return this.proposals.compose(network, input, () => [
      { action: 'cancel_loan_request', values: { account } },
    ]);
  }

  repay(network: Network, input: RepayInput): Promise<ProposalAnswer> {
    const token = network.profile.token('USDT');
    return this.proposals.compose(network, input, () => {
      const { amount_usdt: units } = parseFields({ amount_usdt: () => unitsOf(input.amount_usdt, token) });
      return [{ payment: 'repay', token, units, values: {} }];
    });
  }

  async #loanUnits(network: Network, { amount_usdt }: BorrowInput): Promise<bigint> {
    const { amount_usdt: units } = parseFields({
      amount_usdt: () => unitsOf(amount_usdt, network.profile.token('USDT')),
    });
    await this.#requireMinimum(network, units);
    return units;
  }

  async #requireMinimum(network: Network, units: bigint): Promise<void> {
    const { profile } = network;
    const minimum = minimumLoan(await this.price.fresh(network), profile);
    if (units >= minimum) return;
    const usdt = network.profile.token('USDT');
    const floor = `${displayAmount(minimum, usdt)}, the value of ${MINIMUM_LOAN_BTC} BTC at the oracle price`;
    fail('BELOW_MINIMUM', 'amount_usdt', displayAmount(units, usdt), floor);
  }
}
