import { NetworkInput } from '@app/chain-tools';
import { AnswerField, conciseForm, type Detail, leavingOut, ObjectListField } from '@app/tooling';
import { ProposalAnswer } from '../../composing/proposal.answer';
import {
  ConciseProposalAnswer,
  conciseProposal,
  ProposalDetailField,
} from '../../composing/concise-proposal';
import { RequestIdField } from '../../composing/requests/request-id-field';
import {
  FeeEffectAnswer,
  LoanEffectAnswer,
  OrderEffectAnswer,
  QueueEffectAnswer,
  SharesEffectAnswer,
  SimulationAnswer,
} from '../../composing/simulation.answer';
import { PlanStep, STEP_TOOLS } from './plan-step.dto';

/** One step is a call of the tool itself; the upper limit keeps a summary readable. */
const STEPS = { minItems: 2, maxItems: 10 };

export class ComposePlanInput extends NetworkInput {
  @ObjectListField(() => PlanStep, { ...STEPS, description: 'Steps, carried out in this order, all or none' })
  steps!: PlanStep[];

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}

/** Effects of one step in the dry run. */
export class StepEffectAnswer {
  @AnswerField({ type: 'integer', description: 'Index of the step, from 0', example: 0 })
  step!: number;

  @AnswerField({ type: 'string', enum: STEP_TOOLS, example: 'cancel_order' })
  tool!: string;

  @AnswerField({ type: () => OrderEffectAnswer, optional: true, description: 'place_order' })
  order?: OrderEffectAnswer;

  @AnswerField({
    type: () => LoanEffectAnswer,
    optional: true,
    description: 'borrow, repay, withdraw_collateral: the loan before and after this step',
  })
  loan?: LoanEffectAnswer;

  @AnswerField({ type: () => SharesEffectAnswer, optional: true, description: 'lend, redeem' })
  shares?: SharesEffectAnswer;

  @AnswerField({ type: () => QueueEffectAnswer, optional: true, description: 'borrow, redeem' })
  queue?: QueueEffectAnswer;

  @AnswerField({
    type: () => FeeEffectAnswer,
    optional: true,
    description: 'withdraw_btc, withdraw_collateral',
  })
  fee?: FeeEffectAnswer;
}

export class PlanSimulationAnswer extends SimulationAnswer {
  @AnswerField({
    type: () => StepEffectAnswer,
    list: true,
    optional: true,
    description: 'Effects of each step; absent where request_id answers an earlier proposal',
  })
  steps?: StepEffectAnswer[];
}

const PlanSimulationField = (): PropertyDecorator =>
  AnswerField({
    type: () => PlanSimulationAnswer,
    description: 'One dry run of the whole transaction; an error names the step that fails',
  });

const PlannedVaultField = (): PropertyDecorator =>
  AnswerField({
    type: 'string',
    optional: true,
    description: 'Only with a step of setup_vault: the name of the new vault',
    example: '2kcv5ga.loan',
  });

export class ComposePlanAnswer extends ProposalAnswer {
  @PlanSimulationField()
  declare simulation: PlanSimulationAnswer;

  @PlannedVaultField()
  vault_name?: string;
}

export class ConcisePlanAnswer extends leavingOut(ConciseProposalAnswer, 'simulation') {
  @PlanSimulationField()
  simulation!: PlanSimulationAnswer;

  @PlannedVaultField()
  vault_name?: string;
}

/** The short form of compose_plan. */
export const CONCISE_PLAN = conciseForm(ConcisePlanAnswer, conciseProposal<ComposePlanAnswer>);
