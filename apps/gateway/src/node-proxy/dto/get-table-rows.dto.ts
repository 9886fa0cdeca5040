import { AccountField, NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, BooleanField, IntegerField, StringOrNumberField, TextField } from '@app/tooling';

/** More than any key has: 64 digits of hex, or a 256-bit integer. */
const MAX_BOUND_CHARACTERS = 128;

export class GetTableRowsInput extends NetworkInput {
  @AccountField({ description: 'Contract account', example: 'btc.token' })
  code!: string;

  @TextField({
    maxLength: 64,
    description: 'Scope: often an account, a pair, a symbol code, or the contract itself',
    example: 'alice',
  })
  scope!: string;

  @TextField({
    pattern: '^[a-z1-5.]{1,13}$',
    patternReason: 'must be a table name: 1 to 13 characters of a-z, 1-5 and "."',
    description: 'Table of the contract',
    example: 'accounts',
  })
  table!: string;

  @IntegerField({ minimum: 1, maximum: 500, description: 'Most rows to return' })
  limit = 100;

  @StringOrNumberField({
    optional: true,
    maxLength: MAX_BOUND_CHARACTERS,
    description: 'First key, inclusive; continue with next_key here',
  })
  lower_bound?: string | number;

  @StringOrNumberField({
    optional: true,
    maxLength: MAX_BOUND_CHARACTERS,
    description: 'Last key, inclusive; with reverse, continue with next_key here',
  })
  upper_bound?: string | number;

  @IntegerField({
    optional: true,
    minimum: 0,
    maximum: 10,
    description: 'Index to read by: 1 is the primary key, 2 the first secondary index',
  })
  index_position?: number;

  @TextField({
    optional: true,
    maxLength: 16,
    description: 'Type of the key: i64, i128, name, sha256, ...; needed for a secondary index',
  })
  key_type?: string;

  @BooleanField({ description: 'From the last key to the first' })
  reverse = false;
}

export class GetTableRowsAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'json',
    list: true,
    description: "Rows as the contract stores them, in the node's JSON format (large integers are strings)",
    example: [{ balance: '0.52000000 BTC' }],
  })
  rows!: unknown[];

  @AnswerField({
    type: 'boolean',
    description: 'Rows are left: ask again from next_key. Never judge by the number of rows.',
    example: false,
  })
  more!: boolean;

  @AnswerField({
    type: 'string',
    description: 'lower_bound of the next page (upper_bound with reverse); empty at the end',
    example: '',
  })
  next_key!: string;
}
