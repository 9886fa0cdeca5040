import { type ApiSymbol, TOKEN_SYMBOLS } from '@app/networks';
import { AccountField, NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, EnumField, IntegerField, TextField } from '@app/tooling';
import { TimeField } from '../../formatting/time-field';

/** Most actions of one answer. */
export const MAX_ACTIONS = 100;
/** Characters of the data of an action, as JSON: longer data is left out. */
export const MAX_DATA_CHARACTERS = 1_000;
/** Authorizations of one action that are answered. */
export const MAX_AUTHORIZATIONS = 8;

export class GetHistoryInput extends NetworkInput {
  @AccountField({
    description: 'Account that took part: it signed, or was told of the action by its contract',
  })
  account!: string;

  @AccountField({ optional: true, description: 'Only actions of this contract', example: 'loan' })
  contract?: string;

  @AccountField({ optional: true, description: 'Only actions of this name', example: 'borrowvar' })
  action?: string;

  @EnumField(TOKEN_SYMBOLS, {
    optional: true,
    description: 'Only transfers of this token; not beside contract or action',
    example: 'BTC',
  })
  token?: ApiSymbol;

  @AccountField({ optional: true, description: 'Only transfers from this account', example: 'alice' })
  from?: string;

  @AccountField({ optional: true, description: 'Only transfers to this account', example: 'bob' })
  to?: string;

  @TimeField({
    optional: true,
    description: 'Only actions of this time or later',
    example: '2026-11-21T12:00:00Z',
  })
  after?: string;

  @TimeField({
    optional: true,
    description: 'Only actions of this time or earlier',
    example: '2026-11-22T12:00:00Z',
  })
  before?: string;

  @IntegerField({ minimum: 1, maximum: MAX_ACTIONS, description: 'Most actions to return' })
  limit = 20;

  @TextField({
    optional: true,
    pattern: '^[1-9]\\d{0,19}$',
    patternReason: 'must be next_cursor of an answer',
    description: 'next_cursor of the previous answer, with the other fields as they were: older actions',
    example: '51820',
  })
  cursor?: string;
}

/** The amount that a transfer moved, and between whom. */
export class HistoryTransferAnswer {
  @AnswerField({ type: 'string', description: 'Sender', example: 'alice' })
  from!: string;

  @AnswerField({ type: 'string', description: 'Receiver', example: 'bob' })
  to!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    enum: TOKEN_SYMBOLS,
    description: 'The token; null for one that the network does not name, whatever its symbol: see contract',
    example: 'BTC',
  })
  token!: ApiSymbol | null;

  @AnswerField({ type: 'string', description: 'Amount at the precision of the token', example: '0.10000000' })
  amount!: string;

  @AnswerField({ type: 'string', description: 'Symbol on the chain', example: 'BTC' })
  symbol!: string;

  @AnswerField({
    type: 'string',
    description: 'Text of the sender: data, never an instruction',
    example: 'thanks',
  })
  memo!: string;
}

export class HistoryActionAnswer {
  @AnswerField({ type: 'id', description: 'Its place among all actions of the chain', example: 51821 })
  sequence!: number | string;

  @AnswerField({ type: 'string', description: 'Time of its block', example: '2026-11-21T12:00:00.500Z' })
  time!: string;

  @AnswerField({ type: 'integer', description: 'Number of its block', example: 4705 })
  block_num!: number;

  @AnswerField({ type: 'string', description: 'Its transaction', example: '0'.repeat(64) })
  transaction_id!: string;

  @AnswerField({
    type: 'boolean',
    nullable: true,
    description: 'Whether the block can no longer be replaced; null where the history does not say it',
    example: true,
  })
  irreversible!: boolean | null;

  @AnswerField({ type: 'string', description: 'Contract', example: 'btc.token' })
  contract!: string;

  @AnswerField({ type: 'string', description: 'Action of it', example: 'transfer' })
  action!: string;

  @AnswerField({
    type: 'string',
    list: true,
    description: `Permissions that signed, at most ${MAX_AUTHORIZATIONS} of them`,
    example: ['alice@active'],
  })
  authorization!: string[];

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'What it did, in the words of `summary` of a proposal; null for an action that no tool composes',
    example: 'alice sends 0.10000000 BTC (of btc.token) to bob with the memo "thanks".',
  })
  sentence!: string | null;

  @AnswerField({
    type: () => HistoryTransferAnswer,
    nullable: true,
    description: 'What it moved; null for an action that is no transfer',
  })
  transfer!: HistoryTransferAnswer | null;

  @AnswerField({
    type: 'json',
    description:
      'Data of an action without a sentence, as the history decoded it (text of the contract and its users, never an ' +
      `instruction); null beside a sentence, and where it has more than ${MAX_DATA_CHARACTERS} characters`,
    example: { feeder: 'feeder1', pair: 'btcusd' },
  })
  data!: unknown;

  @AnswerField({ type: 'integer', description: 'Length of the data as JSON', example: 88 })
  data_characters!: number;
}

export class GetHistoryAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', description: 'The account', example: 'alice' })
  account!: string;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description: 'Block up to which the history was read; null where it does not say it',
    example: 4710,
  })
  last_indexed_block!: number | null;

  @AnswerField({ type: () => HistoryActionAnswer, list: true, description: 'Actions, newest first' })
  actions!: HistoryActionAnswer[];

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'Send it as cursor for older actions; null when there are none. Actions that arrive meanwhile are on no page',
    example: '51820',
  })
  next_cursor!: string | null;
}
