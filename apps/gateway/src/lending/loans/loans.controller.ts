import { ComposeTool, ReadTool, ToolNetwork } from '@app/chain-tools';
import { type CountedCall, CurrentCall } from '@app/rate-limit';
import { ToolController, ToolInput } from '@app/tooling';
import { CONCISE_PROPOSAL } from '../../composing/concise-proposal';
import { ProposalAnswer } from '../../composing/proposal.answer';
import { Intentions } from '../../composing/requests/intentions';
import { StepTools } from '../../composing/steps/step-tools';
import { BorrowingService } from './borrowing.service';
import { CONCISE_LOANS } from './concise-loans';
import { BorrowInput } from './dto/borrow.dto';
import { CancelLoanRequestInput } from './dto/cancel-loan-request.dto';
import { GetLoansAnswer, GetLoansInput } from './dto/get-loans.dto';
import { RepayInput } from './dto/repay.dto';
import { LoansService } from './loans.service';
import { Network } from '../../network/network';

@ToolController('Lending')
export class LoansController {
  constructor(
    private readonly loans: LoansService,
    private readonly borrowing: BorrowingService,
    private readonly intentions: Intentions,
    steps: StepTools,
  ) {
    steps.add('borrow', BorrowInput, (network, input) => borrowing.borrow(network, input));
    steps.add('cancel_loan_request', CancelLoanRequestInput, (network, input) =>
      borrowing.cancelRequest(network, input),
    );
    steps.add('repay', RepayInput, (network, input) => borrowing.repay(network, input));
  }

  @ReadTool('get_loans', {
    title: 'Loans and queued loan requests',
    description:
      'Open loans with collateral and LTV, and requests that wait for a lower rate, of one account or of all; ' +
      'include_completed adds ended loans; `next_cursor` continues the list. `payoff_usdt` pays a loan off: ' +
      'outstanding_usdt is the debt at the last write of the contract, without the interest since. The chain keeps ' +
      'neither what was repaid nor the interest in it: get_history has the payments. `ltv_bps` is null while the ' +
      'oracle price is stale: a stale price is never used for collateral math. From ' +
      'liquidation_ltv_bps on for 72 hours a loan is liquidated.',
    answer: GetLoansAnswer,
    concise: CONCISE_LOANS,
    isKept: true,
    examples: [{ account: 'dave' }, { account: 'dave', include_completed: true }, {}],
  })
  getLoans(@ToolInput() input: GetLoansInput, @ToolNetwork() network: Network): Promise<GetLoansAnswer> {
    return this.loans.loans(network, input);
  }

  @ComposeTool('borrow', {
    title: 'Borrow USDT against vault collateral',
    description:
      'Composes an unsigned request for a variable-rate USDT loan against the CBTC in the vault of the account ' +
      '(setup_vault, get_vault). The rate with this loan lent out must be at or below max_apr_bps: borrowing raises ' +
      'utilization. Above the cap the request is queued, not rejected; `summary` says which it would be now, by ' +
      'the dry run, and the rate where it is known. The debt must stay below max_ltv_bps of get_vault (70 % unless it says otherwise): borrowable_usdt. ' +
      'Minimum: the USDT value of 0.001 BTC; while the oracle price is stale nothing is composed. processqueue is ' +
      'appended.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'frank', amount_usdt: '1000', max_apr_bps: 2000 }],
  })
  borrow(
    @ToolInput() input: BorrowInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('borrow', input, network, call, () => this.borrowing.borrow(network, input));
  }

  @ComposeTool('cancel_loan_request', {
    title: 'Cancel a queued loan request',
    description:
      'Composes the unsigned cancellation of the loan request of the account that still waits in the queue.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'erin' }],
  })
  cancelLoanRequest(
    @ToolInput() input: CancelLoanRequestInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('cancel_loan_request', input, network, call, () =>
      this.borrowing.cancelRequest(network, input),
    );
  }

  @ComposeTool('repay', {
    title: 'Repay a loan, in part or whole',
    description:
      'Composes an unsigned USDT payment toward the loan of the account. Interest accrues until the payment: to pay ' +
      'all of it send a little more than payoff_usdt of get_loans (outstanding_usdt where it is null); the excess is returned in the same ' +
      'transaction. The collateral stays in the vault until withdraw_collateral.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'dave', amount_usdt: '250.5' }],
  })
  repay(
    @ToolInput() input: RepayInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('repay', input, network, call, () => this.borrowing.repay(network, input));
  }
}
