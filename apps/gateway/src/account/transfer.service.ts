import { Networks, profileEntry } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import { ProfileMonitor } from '../profile/profile-monitor';
import type { ProposalAnswer } from '../composing/proposal.answer';
import { Proposals } from '../composing/proposals';
import { receiverWarnings } from '../composing/receivers';
import type { Warning } from '../composing/warnings';
import { runAllChecks } from '../composing/run-all-checks';
import type { TransferInput } from './dto/transfer.dto';
import { transferCall } from './transfer';

@Injectable()
export class TransferService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly proposals: Proposals,
  ) {}

  async transfer(input: TransferInput): Promise<ProposalAnswer> {
    const { network, from, to, permission } = input;
    const { profile } = this.networks.of(network);
    this.profiles.assertEntries(network, profileEntry.token(input.symbol));
    const chain = this.chains.of(network);
    let warnings: readonly Warning[] = [];
    return this.proposals.compose({
      network,
      actor: from,
      permission,
      actions: () =>
        runAllChecks(
          () => transferCall(input, profile),
          () => requireAccount(chain, to),
          () => receiverWarnings(profile, chain, to),
        ).then(([call, , found]) => {
          warnings = found;
          return [call];
        }),
      assess: () => ({ warnings }),
    });
  }
}
