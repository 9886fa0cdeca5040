import {
  AnswerField,
  EnumField,
  NetworkAnswer,
  NetworkInput,
  ObjectField,
  TextField,
  TextListField,
} from '@app/tooling';

const EXAMPLE_SIGNATURE =
  'SIG_K1_K4ddwuoHpqsMRc5QuN5h56991CsxwwuMSUL4ZpoLrwqqJZPjKiNkcF8Q9sxo4JCnW26MCPyrZbR6CqL6iAGAt7A9rEWtUb';

export class SignedTransactionInput {
  @TextListField({
    minItems: 1,
    item: { minLength: 1, maxLength: 2048, description: 'SIG_K1_...' },
    description: 'Signatures over the signing digest',
    example: [EXAMPLE_SIGNATURE],
  })
  signatures!: string[];

  @TextField({
    pattern: '^[0-9a-f]+$',
    patternReason: 'must be lower-case hex',
    description: 'The packed transaction in hex, exactly as it was signed',
    example: '3aa8f168bd01e2c9e8e3000000000100',
  })
  packed_trx!: string;

  @EnumField([0, 'none'] as const, { description: 'Only uncompressed transactions are relayed' })
  compression: 0 | 'none' = 0;

  @TextField({ description: 'Must be empty: context-free data is not relayed' })
  packed_context_free_data = '';
}

export class PushTransactionInput extends NetworkInput {
  @ObjectField(() => SignedTransactionInput, { description: 'A transaction the caller signed' })
  signed_tx!: SignedTransactionInput;
}

export class PushTransactionAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'string',
    description: 'Id of the transaction',
    example: '1f1f6d1a2d5f4f3b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d',
  })
  transaction_id!: string;

  @AnswerField({
    type: 'string',
    enum: ['executed', 'already_executed', 'unknown'],
    description:
      'executed: the chain took it now. already_executed: it had it before; nothing happened twice. unknown: it ' +
      'was sent and may land; push the same bytes again or look for the id until it expires.',
    example: 'executed',
  })
  status!: 'executed' | 'already_executed' | 'unknown';

  @AnswerField({
    type: 'integer',
    nullable: true,
    description: 'Block it is in or about to be in; null when not known',
    example: 4712,
  })
  block_num!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Time of that block; null when not known',
    example: '2026-11-21T12:00:01.000Z',
  })
  block_time!: string | null;
}
