import type { ProposalRequest } from '../composing/proposals';
import { callOf, entriesOf, type LendingStep } from './lending-step';
import type { Network } from '../network/network';

/** The signer of a proposal. */
export interface Signer {
  readonly account: string;
  readonly permission: string;
}

/** Steps of a proposal, and what is said of them. */
interface LendingWork extends Pick<ProposalRequest, 'remark' | 'assess'> {
  /** @throws ToolError for what is wrong with what was asked for */
  readonly steps: () => readonly LendingStep[] | Promise<readonly LendingStep[]>;
}

/** The request of a proposal to the lending contract. */
export function lendingRequest(
  network: Network,
  { account, permission }: Signer,
  { steps: makeSteps, ...rest }: LendingWork,
): ProposalRequest {
  return {
    network,
    actor: account,
    permission,
    actions: async () => {
      const steps = await makeSteps();
      network.assertEntries(...steps.flatMap(entriesOf));
      return steps.map((step) => callOf(network.profile, account, step));
    },
    ...rest,
  };
}
