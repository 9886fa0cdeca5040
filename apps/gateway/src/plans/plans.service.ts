import { fail } from '@app/chain-tools';
import type { CountedCall } from '@app/rate-limit';
import { Injectable } from '@nestjs/common';
import { actorOf, Intentions } from '../composing/requests/intentions';
import { runAllChecks } from '../composing/run-all-checks';
import { type StepCall, StepTools } from '../composing/steps/step-tools';
import { vaultNameOf } from '../composing/vault-name';
import type { ComposePlanAnswer, ComposePlanInput } from './dto/compose-plan.dto';
import { type PlannedStep, planRequest, type PlanRequest } from './plan-request';
import { asStep } from './step-refusal';
import type { Network } from '../network/network';

/** Steps of a plan, each read as a call of its tool; at least one. */
type Calls = readonly [StepCall, ...StepCall[]];

/** Composes several calls as one transaction. */
@Injectable()
export class PlansService {
  constructor(
    private readonly tools: StepTools,
    private readonly intentions: Intentions,
  ) {}

  async compose(
    network: Network,
    input: ComposePlanInput,
    call: Pick<CountedCall, 'request'>,
  ): Promise<ComposePlanAnswer> {
    const calls = await this.#read(input);
    requireOneSigner(calls);
    const [{ input: first }] = calls;
    const { request_id, network: name } = input;
    const intention = {
      account: actorOf(first),
      permission: first.permission,
      network: name,
      steps: calls.map((call) => ({ tool: call.tool, input: call.input })),
      ...(request_id !== undefined && { request_id }),
    };
    let plan: PlanRequest | undefined;
    const answer = await this.intentions.once('compose_plan', intention, network, call, async () => {
      plan = await planOf(network, calls);
      return plan.request;
    });
    // Another call under the same id may have been faster: its transaction is answered, with no effects of steps.
    const steps = answer.status === 'new' ? plan?.effects() : undefined;
    const vault = vaultNameOf(network.profile, answer);
    return {
      ...answer,
      simulation: { ...answer.simulation, ...(steps && { steps: [...steps] }) },
      ...(vault !== undefined && { vault_name: vault }),
    };
  }

  /** @throws ToolError with the problems of all steps */
  async #read({ steps, network }: ComposePlanInput): Promise<Calls> {
    const calls = await runAllChecks(
      ...steps.map(({ tool, input }, index) => () => {
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        return this.tools.read(tool, { ...given, network }, `steps[${index}].input`);
      }),
    );
    return calls as unknown as Calls;
  }
}

/** One transaction of the steps has one signature: that of the first. */
function requireOneSigner(calls: Calls): void {
  const [first] = calls;
  const level = ({ input }: StepCall): string => `${actorOf(input)}@${input.permission}`;
  const other = calls.findIndex((call) => level(call) !== level(first));
  const call = calls[other];
  if (call === undefined) return;
  const isSame = actorOf(call.input) === actorOf(first.input);
  const field = isSame ? 'permission' : 'from' in call.input ? 'from' : 'account';
  const reason = `${level(call)} signs it; the steps of a plan are signed by one permission, that of steps[0]: ${level(first)}`;
  fail('INVALID_VALUE', `steps[${other}].input.${field}`, reason);
}

async function planOf(network: Network, calls: Calls): Promise<PlanRequest> {
  const planned = await runAllChecks(
    ...calls.map((call, index) => async (): Promise<PlannedStep> => {
      const place = { index, fields: Object.keys(call.input) };
      return { ...place, tool: call.tool, request: await asStep(place, () => call.request(network)) };
    }),
  );
  return planRequest(planned as unknown as readonly [PlannedStep, ...PlannedStep[]]);
}
