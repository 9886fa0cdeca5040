import { Injectable } from '@nestjs/common';
import type { ProposalAnswer } from '../composing/proposal.answer';
import { type ProposalRequest, Proposals } from '../composing/proposals';
import { callOf, entriesOf, type LendingStep } from './lending-step';
import type { Network } from '../network/network';

/** The signer of a proposal. */
export interface Signer {
  readonly account: string;
  readonly permission: string;
}

/** Composes proposals to the lending contract. */
@Injectable()
export class LendingProposals {
  constructor(private readonly proposals: Proposals) {}

  /**
   * @param makeSteps throws ToolErrors for what is wrong with what was asked for
   * @param remark see ProposalRequest
   * @param assess see ProposalRequest
   */
  compose(
    network: Network,
    { account, permission }: Signer,
    makeSteps: () => readonly LendingStep[] | Promise<readonly LendingStep[]>,
    remark?: ProposalRequest['remark'],
    assess?: ProposalRequest['assess'],
  ): Promise<ProposalAnswer> {
    const { profile } = network;
    return this.proposals.compose({
      network,
      actor: account,
      permission,
      actions: async () => {
        const steps = await makeSteps();
        network.assertEntries(...steps.flatMap(entriesOf));
        return steps.map((step) => callOf(profile, account, step));
      },
      ...(remark && { remark }),
      ...(assess && { assess }),
    });
  }
}
