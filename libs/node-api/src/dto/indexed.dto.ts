import {
  BlockNumParameter,
  BooleanParameter,
  ChoiceParameter,
  NameParameter,
  NumberParameter,
  TextParameter,
  TimeParameter,
} from '../fields';

const MIN_FILTER = 3;

/** A page of the rows of a /v2 route. */
export class PageQuery {
  @NumberParameter({ description: 'Most rows', example: 10 }, 1)
  limit?: number;

  @NumberParameter({ description: 'Rows to skip' }, 0)
  skip?: number;
}

/** Query of the /v2 routes that page through what belongs to one account, such as state/get_tokens. */
export class AccountPageQuery extends PageQuery {
  @NameParameter({ description: 'Name of the account', example: 'alice', required: true })
  account?: string;
}

/** Query of /v2/state/get_tokens. */
export class TokensQuery extends AccountPageQuery {
  @TextParameter({ description: 'Account of the token contract', example: 'btc.token' })
  contract?: string;

  @BlockNumParameter({ description: 'As of this block; unset: the head' })
  block_num?: number;
}

/** Query of /v2/history/get_creator. */
export class AccountQuery {
  @NameParameter({ description: 'Name of the account', example: 'alice', required: true })
  account?: string;
}

/** Query of /v2/history/get_abi_snapshot. */
export class AbiSnapshotQuery {
  @NameParameter({ description: 'Account of the contract', example: 'dex', required: true })
  contract?: string;

  @NumberParameter({ description: 'As of this block' }, 1)
  block?: number;

  @BooleanParameter({ description: 'Return the ABI too' })
  fetch?: boolean;
}

/** Query of /v2/history/get_actions. */
export class ActionsQuery extends PageQuery {
  @NameParameter({ description: 'Notified account', example: 'alice' })
  account?: string;

  @TextParameter({ description: 'Count up to this number of results, or `true` for all' })
  track?: string;

  @TextParameter(
    { description: 'code:name, more than one separated by commas', example: 'btc.token:transfer' },
    MIN_FILTER,
  )
  filter?: string;

  @ChoiceParameter({ description: 'Order by global sequence', example: 'desc' }, ['desc', 'asc', '1', '-1'])
  sort?: string;

  @TextParameter({
    description: 'Order by `global_sequence`, `block_num` or `@timestamp`, before `sort`: `block_num:asc`',
  })
  sortedBy?: string;

  @TimeParameter({ description: 'Only after this time (ISO 8601) or block' })
  after?: string;

  @TimeParameter({ description: 'Only before this time (ISO 8601) or block' })
  before?: string;

  @BooleanParameter({ description: 'Simple action records' })
  simple?: boolean;

  @BooleanParameter({ description: 'Only the newest index' })
  hot_only?: boolean;

  @BooleanParameter({ description: 'Leave out large binary data' })
  noBinary?: boolean;

  @BooleanParameter({ description: 'Say whether each action is irreversible' })
  checkLib?: boolean;

  @BooleanParameter({ description: 'Return the proofs that the actions are in their blocks' })
  proof?: boolean;
}

/** Query of /v2/history/get_deltas. */
export class DeltasQuery extends PageQuery {
  @TextParameter({ description: 'Account of the contract', example: 'btc.token' })
  code?: string;

  @TextParameter({ description: 'Scope', example: 'alice' })
  scope?: string;

  @TextParameter({ description: 'Table', example: 'accounts' })
  table?: string;

  @TextParameter({ description: 'Payer of the row' })
  payer?: string;

  @TimeParameter({ description: 'Only after this time (ISO 8601) or block' })
  after?: string;

  @TimeParameter({ description: 'Only before this time (ISO 8601) or block' })
  before?: string;

  @NumberParameter({ description: '1: rows that exist; 0: rows that were removed' })
  present?: number;
}

/** Query of /v2/history/get_schedule. */
export class ScheduleQuery {
  @TextParameter({ description: 'Name of the producer' })
  producer?: string;

  @TextParameter({ description: 'Signing key' })
  key?: string;

  @TimeParameter({ description: 'Only after this time (ISO 8601)' })
  after?: string;

  @TimeParameter({ description: 'Only before this time (ISO 8601)' })
  before?: string;

  @ChoiceParameter({ description: 'Which schedules' }, ['activated', 'proposed'])
  mode?: string;

  @NumberParameter({ description: 'Version of the schedule' }, 1)
  version?: number;
}

/** Query of /v2/history/check_transaction. */
export class IndexedTransactionQuery {
  @TextParameter({ description: 'Transaction id, 64 hex digits', required: true })
  id?: string;

  @NumberParameter({ description: 'Number of a block near it' })
  block_hint?: number;
}

/** Query of /v2/history/get_transaction. */
export class TransactionProofQuery extends IndexedTransactionQuery {
  @BooleanParameter({ description: 'Return the proof that the transaction is in its block' })
  proof?: boolean;
}
