import { KeyAccountsBody } from '../dto/history.dto';
import { AccountPageQuery, PageQuery, TokensQuery } from '../dto/indexed.dto';
import { BooleanParameter, NumberParameter, TextParameter, TimeParameter } from '../fields';
import { indexed, STATISTICS_SECONDS } from './indexed-route';
import { type NodeRoute, slow } from './node-route';

/** Each name of a comma-separated list counts with its comma. */
const MAX_NAME_LIST = 13 * 30;

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

  @BooleanParameter({
    description:
      'true: proposals whose transaction expired before the last indexed block; false: those that can still be executed in time',
  })
  expired?: boolean;

  @TextParameter({ description: 'Count up to this number of results, or `true` for all' })
  track?: string;

  @TextParameter({ description: '`next_cursor` of the page before: continues behind it, however far' })
  cursor?: string;
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

/** The routes of /v2/state and /v2/stats, with their parameters. */
export const STATE_ROUTES: readonly NodeRoute[] = [
  indexed('state/get_account', 'An account with links, tokens and newest actions', AccountPageQuery),
  {
    ...indexed('state/get_key_accounts', 'Accounts of a public key', KeyAccountsQuery),
    methods: ['GET', 'POST'],
    body: KeyAccountsBody,
  },
  indexed('state/get_links', 'Links of permissions to actions', LinksQuery),
  indexed('state/get_proposals', 'Multi-signature proposals', ProposalsQuery),
  indexed('state/get_tokens', 'Token holdings of an account', TokensQuery),
  indexed('state/get_voters', 'Voters', VotersQuery),
  indexed(
    'stats/get_missed_blocks',
    'Blocks that producers missed',
    MissedBlocksQuery,
    slow(STATISTICS_SECONDS),
  ),
];
