import { CANONICAL_RULE } from '@app/antelope';
import { NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, EnumField, ObjectField, TextField, TextListField } from '@app/tooling';
import { FINALITIES, type WaitFor, WAITS } from '@app/upstream';
import { BalanceChangeAnswer } from '../../composing/simulation.answer';
import { PlacedOrderAnswer } from './executed-effects.answer';
import { SIGNATURE_FORM } from '../read-signature';
import { MAX_SIGNATURES } from '../relay-policy';

/** A real transfer, long expired: what it looks like, not one to send. */
export const EXAMPLE_SIGNED_TRANSACTION = {
  signatures: [
    'SIG_K1_Kk871VJEobx8mFvoaHNSrrb17gmEg2yET7VbwqHxmt8WiYzsm1VvSb81mhEkNzDcTiMHFWMAc29UajANePDLSyLJXvEG5m',
  ],
  packed_trx:
    'ec88016b6112c9c9a5bf00000000010000980ad20c503e000000572d3ccdcd010000000000855c3400000000a8ed32322a00' +
    '00000000855c340000000000000e3d80969800000000000842544300000000097468616e6b20796f7500',
};

export class SignedTransactionInput {
  @TextListField({
    minItems: 1,
    maxItems: MAX_SIGNATURES,
    item: { minLength: 1, maxLength: 2048, description: SIGNATURE_FORM },
    description: `Signatures over the signing digest: ${SIGNATURE_FORM}. Canonical: ${CANONICAL_RULE}.`,
    example: EXAMPLE_SIGNED_TRANSACTION.signatures,
  })
  signatures!: string[];

  @TextField({
    pattern: '^[0-9a-f]+$',
    patternReason: 'must be lower-case hex',
    description: 'The packed transaction in hex, two digits a byte, exactly as it was signed',
    example: EXAMPLE_SIGNED_TRANSACTION.packed_trx,
  })
  packed_trx!: string;

  @EnumField([0, 'none'] as const, { description: '0 or none: only uncompressed transactions are relayed' })
  compression: 0 | 'none' = 0;

  @TextField({ description: 'Must be empty: context-free data is not relayed' })
  packed_context_free_data = '';
}

export class PushTransactionInput extends NetworkInput {
  @ObjectField(() => SignedTransactionInput, { description: 'A transaction the caller signed' })
  signed_tx!: SignedTransactionInput;

  @EnumField(WAITS, {
    description:
      'accepted: answers once a node accepted it. in_block: waits until it is seen in a block, 3 s at most. ' +
      'irreversible: until that block is irreversible, as long as a push may take; pushing the same bytes again ' +
      'continues the wait.',
  })
  wait_for: WaitFor = 'in_block';
}

/** Statuses of a push. */
export const STATUSES = ['executed', 'already_executed', 'pending', 'unknown'] as const;

export class PushTransactionAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'string',
    description: 'Id of the transaction',
    example: '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc',
  })
  transaction_id!: string;

  @AnswerField({
    type: 'string',
    enum: [...STATUSES],
    description:
      'executed: seen in a block. already_executed: it was there before; nothing happened twice. pending: a node ' +
      'accepted it, and it was not seen in a block yet. unknown: it was sent and may land; push the same bytes again ' +
      'or look for the id until it expires.',
    example: 'executed',
  })
  status!: (typeof STATUSES)[number];

  @AnswerField({
    type: 'string',
    enum: [...FINALITIES],
    description:
      'speculative: not seen in a block. in_block: in a block that a fork may still replace. irreversible: final.',
    example: 'in_block',
  })
  finality!: (typeof FINALITIES)[number];

  @AnswerField({
    type: 'integer',
    nullable: true,
    description: 'Block it is in; null when it was not seen in one',
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

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'What to do next; null when nothing is left to do',
    example: null,
  })
  next!: string | null;

  @AnswerField({
    type: () => BalanceChangeAnswer,
    list: true,
    optional: true,
    description:
      'Balances that it changed, the signer first, once it is in a block; absent where no node of the network keeps traces',
  })
  effects?: BalanceChangeAnswer[];

  @AnswerField({
    type: () => PlacedOrderAnswer,
    list: true,
    optional: true,
    description:
      'The outcome of each order that it placed, with its trades; absent as `effects`, and where its payments cannot be told apart',
  })
  orders?: PlacedOrderAnswer[];
}
