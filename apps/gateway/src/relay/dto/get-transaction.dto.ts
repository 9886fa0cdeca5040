import { NetworkAnswer } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';
import { FINALITIES } from '@app/upstream';
import { BalanceChangeAnswer } from '../../composing/simulation.answer';
import { PlacedOrderAnswer } from './executed-effects.answer';
import { ExplainedActionAnswer } from './explained-action.answer';

export class GetTransactionAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'string',
    example: '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc',
  })
  transaction_id!: string;

  @AnswerField({
    type: 'string',
    enum: ['executed', 'pending', 'not_found'],
    description:
      'executed: in a block. pending: a node has it in no block yet. not_found: no node knows it (`note` says what that means)',
    example: 'executed',
  })
  status!: 'executed' | 'pending' | 'not_found';

  @AnswerField({
    type: 'string',
    enum: [...FINALITIES],
    nullable: true,
    description: 'in_block: a fork may still replace the block. irreversible: final. Null when not found',
    example: 'irreversible',
  })
  finality!: (typeof FINALITIES)[number] | null;

  @AnswerField({ type: 'integer', nullable: true, description: 'Block it is in', example: 4712 })
  block_num!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Time of that block',
    example: '2026-11-21T12:00:01.000Z',
  })
  block_time!: string | null;

  @AnswerField({
    type: () => ExplainedActionAnswer,
    list: true,
    nullable: true,
    description: 'Its actions in order, from the bytes that have this id; null where no node has the block',
  })
  actions!: ExplainedActionAnswer[] | null;

  @AnswerField({
    type: () => BalanceChangeAnswer,
    list: true,
    nullable: true,
    description:
      'Balances that it changed, the signer first, from its traces; null where no node of the network keeps them',
  })
  effects!: BalanceChangeAnswer[] | null;

  @AnswerField({
    type: () => PlacedOrderAnswer,
    list: true,
    nullable: true,
    description:
      'The outcome of each order that it placed, when it was executed; null as `effects`, and where its payments cannot be told apart (`note`)',
  })
  orders!: PlacedOrderAnswer[] | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Why something is null; null when nothing is',
    example: null,
  })
  note!: string | null;
}
