import { AnswerField } from '@app/tooling';

/** An action of a transaction of any origin. */
export class ExplainedActionAnswer {
  @AnswerField({ type: 'string', description: 'Contract account', example: 'btc.token' })
  contract!: string;

  @AnswerField({ type: 'string', description: 'Action of the contract', example: 'transfer' })
  action!: string;

  @AnswerField({
    type: 'string',
    list: true,
    description: 'Permissions that sign it, as actor@permission',
    example: ['alice@active'],
  })
  authorization!: string[];

  @AnswerField({
    type: 'boolean',
    description: 'Whether push_transaction relays such an action',
    example: true,
  })
  relayed!: boolean;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'One plain sentence; null for an action that no tool composes',
    example: 'alice sends 0.10000000 BTC (of btc.token) to bob without a memo.',
  })
  summary!: string | null;

  @AnswerField({
    type: 'json',
    description: 'Its data by the live ABI; a text with the reason and the bytes where it cannot be decoded',
    example: { from: 'alice', to: 'bob', quantity: '0.10000000 BTC', memo: '' },
  })
  data!: unknown;
}
