import { AnyMember, BooleanMember, NumberMember, TextMember } from '../fields';

/** A packed and signed transaction, as the push routes of a node take it. */
export class PackedTransactionBody {
  @AnyMember(
    { description: 'Signatures, `SIG_K1_...`; none without it' },
    { type: 'array', items: { type: 'string' } },
  )
  signatures?: unknown;

  @AnyMember(
    { description: 'none, zlib, 0, 1, false or true; none without it', example: 'none' },
    { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
  )
  compression?: unknown;

  @TextMember({ description: 'Packed context-free data in hex', example: '' })
  packed_context_free_data?: unknown;

  @TextMember({ description: 'Packed transaction in hex', required: true })
  packed_trx?: unknown;
}

/** A packed transaction as a member, as dry runs take it. */
export class TransactionEnvelopeBody {
  @AnyMember(
    {
      description: 'Packed transaction: signatures, compression, packed_context_free_data, packed_trx',
      required: true,
    },
    { type: 'object', additionalProperties: true },
  )
  transaction?: unknown;
}

/** Body of send_transaction2. */
export class SendTransaction2Body extends TransactionEnvelopeBody {
  @BooleanMember({ description: 'Answer a failed transaction with its trace', example: true })
  return_failure_trace?: unknown;

  @BooleanMember({
    description: 'The node repeats the push until the transaction is irreversible',
    example: false,
  })
  retry_trx?: unknown;

  @NumberMember({ description: 'Blocks after which retry_trx is satisfied' })
  retry_trx_num_blocks?: unknown;
}
