import { fail } from '@app/chain-tools';
import type { ProfileWithoutTables } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { parseFields } from '../../composing/parse-fields';
import type { StepRun } from '../../composing/effects/step-run';
import type { Assessment, ProposalRequest } from '../../composing/proposals';
import { runAllChecks } from '../../composing/run-all-checks';
import { chainAmount, displayAmount, unitsOf } from '../../formatting/token-amount';
import { CollateralPrice } from '../collateral-price';
import { Queues } from '../in-flight/queues';
import { paysBesideRedemptions, touchesLending, usdtPaidTo } from '../lending-payments';
import { lendingRequest } from '../lending-request';
import { processQueue } from '../lending-step';
import { PoolsService } from '../pools/pools.service';
import type { VaultState } from '../vaults/vault-limits';
import { VaultStates } from '../vaults/vault-state';
import { type BorrowingForecast, BorrowingRemarks } from './borrowing-remarks';
import type { BorrowInput } from './dto/borrow.dto';
import type { CancelLoanRequestInput } from './dto/cancel-loan-request.dto';
import type { RepayInput } from './dto/repay.dto';
import { holdingBefore, loanEffect } from './loan-effect';
import { MINIMUM_LOAN_BTC, minimumLoan } from './loan-to-value';
import { afterRepayment } from './repayment-effect';
import type { Network } from '../../network/network';

/** Loans from asking to paying back, as requests to compose them. */
@Injectable()
export class BorrowingService {
  constructor(
    private readonly pools: PoolsService,
    private readonly price: CollateralPrice,
    private readonly remarks: BorrowingRemarks,
    private readonly queues: Queues,
    private readonly states: VaultStates,
  ) {}

  borrow(network: Network, input: BorrowInput): ProposalRequest {
    const { account, pool_id, max_apr_bps } = input;
    let forecast: BorrowingForecast | undefined;
    let amount = 0n;
    return lendingRequest(network, input, {
      steps: async () => {
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
      remark: (action, _index, run) => forecast?.remark(action, run),
      assess: async (run) => ({
        ...forecast?.loan(run, amount),
        queue: await this.#queuePlace(network, input, run, amount),
        warnings: [],
      }),
    });
  }

  cancelRequest(network: Network, input: CancelLoanRequestInput): ProposalRequest {
    const { account } = input;
    return lendingRequest(network, input, {
      steps: () => [{ action: 'cancel_loan_request', values: { account } }],
    });
  }

  repay(network: Network, input: RepayInput): ProposalRequest {
    const token = network.profile.token('USDT');
    let facts: { readonly units: bigint; readonly state: VaultState | undefined } | undefined;
    return lendingRequest(network, input, {
      steps: async () => {
        const { amount_usdt: units } = parseFields({ amount_usdt: () => unitsOf(input.amount_usdt, token) });
        // Read here, where all steps of a plan read: at one block, so at one price.
        facts = { units, state: (await this.states.known(network, input.account))?.state };
        return [{ payment: 'repay', token, units, values: {} }];
      },
      assess: (run) => ({
        ...(facts && repaid(network.profile, input.account, facts, run)),
        warnings: [],
      }),
    });
  }

  /** Undefined for a loan that is lent at once, and where earlier steps of a plan may have changed the queue. */
  async #queuePlace(
    network: Network,
    input: BorrowInput,
    { movements, earlier }: StepRun,
    amount: bigint,
  ): Promise<Assessment['queue']> {
    const { profile } = network;
    if (movements === null || usdtPaidTo(profile, input.account, movements).includes(amount))
      return undefined;
    if (touchesLending(profile, earlier.movements)) return undefined;
    return this.queues.placeOfRequest(network, input, movements);
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

/** The loan after a payment of it; nothing where the run does not show it. */
function repaid(
  profile: ProfileWithoutTables,
  account: string,
  { units, state }: { readonly units: bigint; readonly state: VaultState | undefined },
  { movements, earlier }: StepRun,
): Pick<Assessment, 'loan' | 'holding'> {
  if (movements === null) return {};
  const before = holdingBefore(earlier, state, { account, profile });
  if (before === undefined || before.debt === 0n) return {};
  const after = afterRepayment(before, units, {
    received: usdtPaidTo(profile, account, movements),
    hasExcess: paysBesideRedemptions(profile, movements),
  });
  return after === undefined
    ? {}
    : { loan: loanEffect(before, after, state?.price ?? null, profile), holding: after };
}
