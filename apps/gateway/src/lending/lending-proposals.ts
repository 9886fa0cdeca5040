import { Networks } from '@app/networks';
import type { Network } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { ProfileMonitor } from '../profile/profile-monitor';
import type { ProposalAnswer } from '../composing/proposal.answer';
import { type ProposalRequest, Proposals } from '../composing/proposals';
import { callOf, entriesOf, type LendingStep } from './lending-step';

/** The account and network of a proposal. */
export interface Signer {
  readonly network: Network;
  readonly account: string;
  readonly permission: string;
}

/** Composes proposals to the lending contract. */
@Injectable()
export class LendingProposals {
  constructor(
    private readonly networks: Networks,
    private readonly profiles: ProfileMonitor,
    private readonly proposals: Proposals,
  ) {}

  /**
   * @param makeSteps throws ToolErrors for what is wrong with what was asked for
   * @param remark see ProposalRequest
   */
  compose(
    { network, account, permission }: Signer,
    makeSteps: () => readonly LendingStep[] | Promise<readonly LendingStep[]>,
    remark?: ProposalRequest['remark'],
  ): Promise<ProposalAnswer> {
    const { profile } = this.networks.of(network);
    return this.proposals.compose({
      network,
      actor: account,
      permission,
      actions: async () => {
        const steps = await makeSteps();
        this.profiles.assertEntries(network, ...steps.flatMap(entriesOf));
        return steps.map((step) => callOf(profile, account, step));
      },
      ...(remark && { remark }),
    });
  }
}
