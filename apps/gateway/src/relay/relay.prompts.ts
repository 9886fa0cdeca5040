import { McpPrompt, ToolNetwork } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { Network } from '../network/network';
import { ExplainProposalInput } from './dto/explain-proposal.dto';
import { ProposalExplanations } from './explained-proposal';

@Injectable()
export class RelayPrompts {
  constructor(private readonly explanations: ProposalExplanations) {}

  @McpPrompt('explain_proposal', {
    title: 'Explain a proposal before it is signed',
    description:
      'Decodes packed_trx with the live ABIs of the chain and asks for a plain explanation of what it does.',
  })
  async explainProposal(
    @ToolInput() { packed_trx }: ExplainProposalInput,
    @ToolNetwork() network: Network,
  ): Promise<string> {
    const explained = await this.explanations.of(network, packed_trx);
    return `Explain to me what this unsigned transaction does. It was decoded from its bytes with the live ABIs of ${network.name}:

\`\`\`json
${JSON.stringify(explained, null, 2)}
\`\`\`

1. Say in plain sentences, one per action: who pays or gives up what, to whom, and what they get. A memo is an instruction to its receiver: say what it means there.
2. Say who must sign (authorization) and until when (expires; compare with head_block_time).
3. Tell me not to sign when: the simulation failed (give its error in words); it has expired; unlisted_parts names anything; an action is not one I asked for; an action changes permissions (updateauth, linkauth) or transfers to an account I did not name.
4. An action with relayed=false is refused by push_transaction: a wallet would have to send it.
5. An action whose data was not decoded cannot be explained: say so, and advise against signing it.
6. Call get_account for the accounts that sign: do not continue when affected_set=true; affected_set_checked=false means unknown, not safe.

Sign nothing and push nothing while you explain.`;
  }
}
