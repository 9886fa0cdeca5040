import { BucketGuard, type CountedCall, CurrentCall } from '@app/rate-limit';
import { ComposeTool, ToolNetwork } from '@app/chain-tools';
import { ToolController, ToolInput } from '@app/tooling';
import { ComposePlanAnswer, ComposePlanInput, CONCISE_PLAN } from './dto/compose-plan.dto';
import { PLAN_EXAMPLES } from './plan-examples';
import { PlansService } from './plans.service';
import { Network } from '../network/network';

@ToolController('Plans')
export class PlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly guard: BucketGuard,
  ) {}

  @ComposeTool('compose_plan', {
    title: 'Compose several steps as one transaction',
    description:
      'Composes 2 to 10 calls of compose tools as one unsigned transaction: all steps are executed, or none. Cancel and ' +
      'replace an order, cancel all orders, repay and withdraw, borrow and buy. A step is checked as a call of its tool, ' +
      'and may use what the steps before it bring: the dry run of the whole decides, and its error names the step. ' +
      '`simulation.steps` says what each does. One account and permission signs all steps; equal steps are refused. ' +
      'Counts as one call for each step.',
    answer: ComposePlanAnswer,
    concise: CONCISE_PLAN,
    isExtension: true,
    examples: PLAN_EXAMPLES,
  })
  async composePlan(
    @ToolInput() input: ComposePlanInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ComposePlanAnswer> {
    // The guard has counted one.
    await this.guard.countMore('compose', input.steps.length - 1, call.request, call.response);
    return this.plans.compose(network, input, call);
  }
}
