import type { ActionCall } from '@app/networks';
import { fail } from '@app/chain-tools';
import { type EarlierSteps, NO_EARLIER_STEPS, type StepRun } from '../composing/effects/step-run';
import type { TokenMovement } from '../composing/effects/token-movements';
import { withoutUndefined } from '../composing/proposal.answer';
import type { Assessment, ProposalRequest } from '../composing/proposals';
import { runAllChecks } from '../composing/run-all-checks';
import type { Warning } from '../composing/warnings';
import type { StepEffectAnswer } from './dto/compose-plan.dto';
import { asStep, type StepPlace } from './step-refusal';

/** A step with the request that its tool makes. */
export interface PlannedStep extends StepPlace {
  readonly tool: string;
  readonly request: ProposalRequest;
}

/** Effects of a step, filled in when the dry run is judged. */
export interface PlanRequest {
  readonly request: ProposalRequest;
  /** Undefined before the dry run. */
  readonly effects: () => readonly StepEffectAnswer[] | undefined;
}

/**
 * One request of the requests of all steps: their actions in order, one dry run, and the judgement of each step on its own
 * part of it. Whatever a tool refuses is refused.
 */
export function planRequest(steps: readonly [PlannedStep, ...PlannedStep[]]): PlanRequest {
  const [{ request: first }] = steps;
  let owners: readonly number[] = [];
  let effects: readonly StepEffectAnswer[] | undefined;
  const stepOf = (action: number): PlannedStep | undefined => steps[owners[action] ?? -1];
  const request: ProposalRequest = {
    network: first.network,
    actor: first.actor,
    permission: first.permission,
    actions: async () => {
      // Steps state prices and loans: of different blocks they would contradict each other.
      const { value: calls } = await first.network.chain.atOneHead(() =>
        runAllChecks(...steps.map((step) => () => asStep(step, () => step.request.actions()))),
      );
      requireDifferent(calls);
      owners = calls.flatMap((own, index) => own.map(() => index));
      return calls.flat();
    },
    nameOf: (action) => nameOf(stepOf(action)),
    // A remark is about the chain as it stands, which the steps before may change.
    remark: (action, index, run) =>
      owners[index] === 0
        ? first.remark?.(action, index, { ...run, movements: movementsOf(run, owners, 0) })
        : undefined,
    assess: async (run) => {
      const judged = await assessSteps(steps, run, owners);
      ({ effects } = judged);
      return { warnings: judged.warnings };
    },
  };
  return { request, effects: () => effects };
}

const nameOf = (step: Pick<PlannedStep, 'index' | 'tool'> | undefined): string =>
  step === undefined ? 'the plan' : `steps[${step.index}] (${step.tool})`;

/** Two equal steps are a slip more often than a wish, and one of them can be the sum. */
function requireDifferent(calls: readonly (readonly ActionCall[])[]): void {
  const texts = calls.map((own) => JSON.stringify(own));
  const again = texts.findIndex((text, index) => texts.indexOf(text) < index);
  if (again < 0) return;
  const reason = `is the same as steps[${texts.indexOf(texts[again] ?? '')}]: make one step of both`;
  fail('INVALID_VALUE', `steps[${again}]`, reason);
}

async function assessSteps(
  steps: readonly PlannedStep[],
  plan: StepRun,
  owners: readonly number[],
): Promise<{ readonly effects: StepEffectAnswer[]; readonly warnings: Warning[] }> {
  const warnings: Warning[] = plan.movements === null || isTraced(plan.movements) ? [] : [UNTRACED];
  const effects: StepEffectAnswer[] = [];
  let earlier: EarlierSteps = NO_EARLIER_STEPS;
  for (const step of steps) {
    const own = movementsOf(plan, owners, step.index);
    const run = { status: plan.status, error: plan.error, movements: own, earlier };
    const found: Assessment = (await asStep(step, () => step.request.assess?.(run))) ?? { warnings: [] };
    effects.push({ step: step.index, tool: step.tool, ...withoutUndefined(found) });
    warnings.push(...found.warnings.map((one) => ({ ...one, message: `${nameOf(step)}: ${one.message}` })));
    earlier = afterStep(earlier, own, found);
  }
  return { effects, warnings };
}

const isTraced = (movements: readonly TokenMovement[]): boolean =>
  movements.every(({ root }) => root !== null);

/** Those of one step; null where the node does not tell them. */
function movementsOf(
  { movements }: StepRun,
  owners: readonly number[],
  step: number,
): readonly TokenMovement[] | null {
  if (movements === null || !isTraced(movements)) return null;
  return movements.filter(({ root }) => owners[root ?? -1] === step);
}

function afterStep(
  earlier: EarlierSteps,
  own: readonly TokenMovement[] | null,
  { holding }: Assessment,
): EarlierSteps {
  const moved = own ?? [];
  return {
    areTraced: earlier.areTraced && own !== null,
    movements: [...earlier.movements, ...moved],
    holding: holding ?? earlier.holding,
    sinceHolding: holding === undefined ? [...earlier.sinceHolding, ...moved] : [],
  };
}

const UNTRACED: Warning = {
  code: 'effects_unknown',
  message: 'the node does not tell which action moves which tokens: what each step does is not known',
};
