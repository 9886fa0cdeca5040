import {
  BooleanParameter,
  ChoiceParameter,
  NameParameter,
  NumberParameter,
  TextParameter,
  TimeParameter,
} from '../fields';

const MIN_FILTER = 3;
/** Each name of a comma-separated list counts with its comma. */
const MAX_NAME_LIST = 13 * 30;

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

/** Query of /v2/history/get_transaction and check_transaction. */
export class IndexedTransactionQuery {
  @TextParameter({ description: 'Transaction id, 64 hex digits', required: true })
  id?: string;

  @NumberParameter({ description: 'Number of a block near it' })
  block_hint?: number;
}

/** Query of /v2/state/get_key_accounts. */
export class KeyAccountsQuery extends PageQuery {
  @TextParameter({
    description: 'Public key',
    example: 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
    required: true,
  })
  public_key?: string;

  @BooleanParameter({ description: 'Include the permissions' })
  details?: boolean;
}

/** Query of /v2/state/get_links. */
export class LinksQuery {
  @TextParameter({ description: 'Name of the account', example: 'alice' })
  account?: string;

  @TextParameter({ description: 'Account of the contract' })
  code?: string;

  @TextParameter({ description: 'Name of the action' })
  action?: string;

  @TextParameter({ description: 'Name of the permission' })
  permission?: string;
}

/** Query of /v2/state/get_proposals. */
export class ProposalsQuery extends PageQuery {
  @TextParameter({ description: 'Account that proposed' })
  proposer?: string;

  @TextParameter({ description: 'Name of the proposal' })
  proposal?: string;

  @TextParameter({ description: 'Account whose approval is requested or provided' })
  account?: string;

  @TextParameter({ description: 'Account whose approval is requested' })
  requested?: string;

  @TextParameter({ description: 'Account whose approval is provided' })
  provided?: string;

  @BooleanParameter({
    description:
      'true: executed proposals; false: open ones. Cancelled ones are listed without this parameter',
  })
  executed?: boolean;

  @TextParameter({ description: 'Count up to this number of results, or `true` for all' })
  track?: string;
}

/** Query of /v2/state/get_voters. */
export class VotersQuery extends PageQuery {
  @TextParameter({ description: 'Voted producers, separated by commas' }, 1, MAX_NAME_LIST)
  producer?: string;

  @BooleanParameter({ description: 'true: proxies only' })
  is_proxy?: boolean;

  @BooleanParameter({ description: 'As is_proxy: its name before Hyperion 4' })
  proxy?: boolean;

  @BooleanParameter({ description: 'false: without the list of producers of each voter' })
  listProducers?: boolean;
}

/** Query of /v2/stats/get_missed_blocks. */
export class MissedBlocksQuery {
  @TextParameter({ description: 'Name of the producer' })
  producer?: string;

  @TimeParameter({ description: 'Only after this time (ISO 8601)' })
  after?: string;

  @TimeParameter({ description: 'Only before this time (ISO 8601)' })
  before?: string;

  @NumberParameter({ description: 'Fewest blocks missed at once' }, 1)
  min_blocks?: number;
}
