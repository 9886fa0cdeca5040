import { ComposeTool, ReadTool, ToolNetwork } from '@app/chain-tools';
import { type CountedCall, CurrentCall } from '@app/rate-limit';
import { ToolController, ToolInput } from '@app/tooling';
import { CONCISE_PROPOSAL } from '../../composing/concise-proposal';
import { ProposalAnswer } from '../../composing/proposal.answer';
import { Intentions } from '../../composing/requests/intentions';
import { StepTools } from '../../composing/steps/step-tools';
import { CancelRedeemInput } from './dto/cancel-redeem.dto';
import { GetPoolStatsAnswer, GetPoolStatsInput } from './dto/get-pool-stats.dto';
import { GetRedemptionQueueAnswer, GetRedemptionQueueInput } from './dto/get-redemption-queue.dto';
import { LendInput } from './dto/lend.dto';
import { RedeemInput } from './dto/redeem.dto';
import { LendingService } from './lending.service';
import { PoolsService } from './pools.service';
import { RedemptionsService } from './redemptions.service';
import { Network } from '../../network/network';

@ToolController('Lending')
export class PoolsController {
  constructor(
    private readonly pools: PoolsService,
    private readonly redemptions: RedemptionsService,
    private readonly lending: LendingService,
    private readonly intentions: Intentions,
    steps: StepTools,
  ) {
    steps.add('lend', LendInput, (network, input) => lending.lend(network, input));
    steps.add('redeem', RedeemInput, (network, input) => lending.redeem(network, input));
    steps.add('cancel_redeem', CancelRedeemInput, (network, input) =>
      lending.cancelRedemption(network, input),
    );
  }

  @ReadTool('get_pool_stats', {
    title: 'Lending pools, rate curve and oracle price',
    description:
      'Available and outstanding USDT of every pool with its rates and share price, the curve the rates come from, ' +
      'and the oracle BTC/USD price the loan contract uses: prefer it over any exchange price, and do not use it ' +
      'for collateral math while `stale` is true.',
    answer: GetPoolStatsAnswer,
    isKept: true,
    examples: [{}],
  })
  getPoolStats(@ToolNetwork(GetPoolStatsInput) network: Network): Promise<GetPoolStatsAnswer> {
    return this.pools.stats(network);
  }

  @ReadTool('get_redemption_queue', {
    title: 'Queued redemptions of lenders',
    description:
      'Redemptions of pool shares that wait for USDT to come back to their pool, of one account or of all. ' +
      'cancel_redeem takes their ids.',
    answer: GetRedemptionQueueAnswer,
    isKept: true,
    examples: [{ account: 'dave' }, {}],
  })
  getRedemptionQueue(
    @ToolInput() input: GetRedemptionQueueInput,
    @ToolNetwork() network: Network,
  ): Promise<GetRedemptionQueueAnswer> {
    return this.redemptions.queue(network, input);
  }

  @ComposeTool('lend', {
    title: 'Lend USDT to a pool',
    description:
      'Composes an unsigned deposit of USDT into a lending pool; shares of the pool (TPF for pool 6) come back in ' +
      'the same transaction, at the share price get_pool_stats shows. Interest makes the share price grow; redeem ' +
      'turns shares into USDT again. The action processqueue, which moves the queues of the contract, is appended.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'alice', amount_usdt: '500' }],
  })
  lend(
    @ToolInput() input: LendInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('lend', input, network, call, () => this.lending.lend(network, input));
  }

  @ComposeTool('redeem', {
    title: 'Redeem pool shares for USDT',
    description:
      "Composes an unsigned redemption of pool shares for USDT at the share price. `amount_tpf` is of the pool's own " +
      'share token: TPF for pool 6, TPE for pool 5 (share_symbol of get_pool_stats). What the pool cannot pay because ' +
      'its USDT is out on loan waits in the queue (get_redemption_queue) and can be taken back with cancel_redeem. ' +
      'The action processqueue, which moves the queues of the contract, is appended.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'alice', amount_tpf: '250' }],
  })
  redeem(
    @ToolInput() input: RedeemInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('redeem', input, network, call, () => this.lending.redeem(network, input));
  }

  @ComposeTool('cancel_redeem', {
    title: 'Cancel a queued redemption',
    description:
      'Composes the unsigned cancellation of a redemption that waits in the queue; the shares still in it come back. ' +
      'Ids come from get_redemption_queue; one that is not in the queue or not of the account is refused.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'dave', id: 1 }],
  })
  cancelRedeem(
    @ToolInput() input: CancelRedeemInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('cancel_redeem', input, network, call, () =>
      this.lending.cancelRedemption(network, input),
    );
  }
}
