import { ReadTool, ToolNetwork } from '@app/chain-tools';
import { ToolController, ToolInput } from '@app/tooling';
import { ExplainProposalInput } from './dto/explain-proposal.dto';
import { ExplainTransactionAnswer } from './dto/explain-transaction.dto';
import { GetTransactionAnswer } from './dto/get-transaction.dto';
import { EXAMPLE_SIGNED_TRANSACTION } from './dto/push-transaction.dto';
import { TransactionLocationInput } from './dto/transaction-location.dto';
import { ExecutedTransactions } from './executed-transactions';
import { ProposalExplanations } from './explained-proposal';
import { Network } from '../network/network';

@ToolController('Relay')
export class TransactionsController {
  constructor(
    private readonly transactions: ExecutedTransactions,
    private readonly explanations: ProposalExplanations,
  ) {}

  @ReadTool('get_transaction', {
    title: 'A transaction by its id',
    description:
      'What a transaction did: its block and finality, each action with a plain sentence, the balances that it changed ' +
      'and the trades of its orders, from the bytes in the block and the traces of the nodes. `status` is not_found ' +
      'where no node knows the id; `note` explains it.',
    answer: GetTransactionAnswer,
    isExtension: true,
    verify: 'quorum',
    examples: [{ id: '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc' }],
  })
  getTransaction(
    @ToolInput() { id }: TransactionLocationInput,
    @ToolNetwork() network: Network,
  ): Promise<GetTransactionAnswer> {
    return this.transactions.find(network, id);
  }

  @ReadTool('explain_transaction', {
    title: 'Explain the bytes of a transaction before they are signed',
    description:
      'Decodes packed_trx of any origin with the live ABIs: each action with a plain sentence, who signs, whether ' +
      'push_transaction relays it, and a dry run with the balances that would change. Do not sign an action whose data ' +
      'was not decoded, or one that you did not ask for. Nothing is sent.',
    answer: ExplainTransactionAnswer,
    isExtension: true,
    examples: [{ packed_trx: EXAMPLE_SIGNED_TRANSACTION.packed_trx }],
  })
  explainTransaction(
    @ToolInput() { packed_trx }: ExplainProposalInput,
    @ToolNetwork() network: Network,
  ): Promise<ExplainTransactionAnswer> {
    return this.explanations.of(network, packed_trx);
  }
}
