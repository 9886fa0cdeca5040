import { NetworkAnswer } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';
import { WarningAnswer } from '../../composing/proposal.answer';
import { BalanceChangeAnswer } from '../../composing/simulation.answer';
import { ExplainedActionAnswer } from './explained-action.answer';

/** A dry run of bytes of any origin. */
export class ExplainedRunAnswer {
  @AnswerField({
    type: 'string',
    enum: ['ok', 'failed', 'unavailable'],
    description: 'Whether the transaction would succeed now; unavailable: nothing is known',
    example: 'ok',
  })
  status!: 'ok' | 'failed' | 'unavailable';

  @AnswerField({ type: 'string', nullable: true, description: 'Why it would fail', example: null })
  error!: string | null;

  @AnswerField({
    type: () => BalanceChangeAnswer,
    list: true,
    nullable: true,
    description: 'Balances that would change; null when that is not known',
  })
  effects!: BalanceChangeAnswer[] | null;
}

export class ExplainTransactionAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'string',
    description: 'Id the transaction will have',
    example: '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc',
  })
  transaction_id!: string;

  @AnswerField({
    type: 'string',
    description: 'The 32 bytes (hex) that are signed',
    example: '3ec4584fcf94b968c126769dfb4c7a7122fb83a2400ed44d9ee358b1c13caa03',
  })
  signing_digest!: string;

  @AnswerField({
    type: 'string',
    description: 'Until when it can be executed (ISO 8601, UTC)',
    example: '2026-11-21T12:05:00Z',
  })
  expires!: string;

  @AnswerField({
    type: 'string',
    description: 'Time of the chain now, to compare with',
    example: '2026-11-21T12:00:00.500Z',
  })
  head_block_time!: string;

  @AnswerField({ type: () => ExplainedActionAnswer, list: true, description: 'Its actions in order' })
  actions!: ExplainedActionAnswer[];

  @AnswerField({
    type: 'string',
    list: true,
    description:
      'Delay, context-free actions and extensions of it, in words. No tool composes any: do not sign a transaction with ' +
      'one that you did not ask for',
    example: [],
  })
  unlisted_parts!: string[];

  @AnswerField({ type: () => ExplainedRunAnswer, description: 'Dry run on a node; nothing was sent' })
  simulation!: ExplainedRunAnswer;

  @AnswerField({
    type: () => WarningAnswer,
    list: true,
    description: 'Risks that the dry run and the chain show; empty where there are none',
  })
  warnings!: WarningAnswer[];
}
