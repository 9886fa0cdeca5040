import { Networks, profileEntry } from '@app/networks';
import { fail, type Network } from '@app/tooling';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileWatch } from '../chain/profile-watch';
import type { ProposalAnswer } from '../chain/proposal.answer';
import { Proposals } from '../chain/proposals';
import type { TransferInput } from './dto/transfer.dto';
import { transferCall, transferSentence } from './transfer';
import { refusalOf } from './transfer-refusal';

@Injectable()
export class TransferService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileWatch,
    private readonly proposals: Proposals,
  ) {}

  async transfer(input: TransferInput): Promise<ProposalAnswer> {
    const { network, from, to, permission } = input;
    const { profile } = this.networks.of(network);
    const call = transferCall(input, profile);
    this.profiles.require(network, profileEntry.token(input.symbol));
    const [proposal, receiver] = await Promise.allSettled([
      this.proposals.compose({
        network,
        actor: from,
        permission,
        actions: [call],
        summarise: (action) => transferSentence(profile, action),
      }),
      this.#mustExist(network, to),
    ]);
    if (proposal.status === 'fulfilled' && receiver.status === 'fulfilled') return proposal.value;
    throw refusalOf(
      [proposal, receiver].flatMap((side) => (side.status === 'rejected' ? [side.reason] : [])),
    );
  }

  async #mustExist(network: Network, account: string): Promise<void> {
    if ((await this.chains.of(network).account(account)) === undefined) {
      fail('UNKNOWN_ACCOUNT', account, network);
    }
  }
}
