import {
  BlockNumParameter,
  BooleanParameter,
  ChoiceParameter,
  NameParameter,
  TextParameter,
  TimeParameter,
} from '../fields';
import { indexed, STATISTICS_SECONDS } from './indexed-route';
import { type NodeRoute, slow } from './node-route';

/** Thirty names with their commas. */
const MAX_NAME_LIST = 13 * 30;

/** Query of /v2/stats/get_action_usage. */
export class ActionUsageQuery {
  @ChoiceParameter({ description: 'Length of the period', example: '1h', required: true }, [
    '1h',
    '24h',
    '1d',
  ])
  period?: string;

  @TimeParameter({ description: 'End of the period (ISO 8601); its hour has not begun. Unset: now' })
  end_date?: string;

  @BooleanParameter({ description: 'Count different actors, too' })
  unique_actors?: boolean;
}

/** Query of /v2/stats/get_resource_usage. */
export class ResourceUsageQuery {
  @NameParameter({ description: 'Account of the contract', example: 'btc.token', required: true })
  code?: string;

  @TextParameter({ description: 'Name of the action', example: 'transfer', required: true }, 1)
  action?: string;
}

/** Query of /v2/stats/get_trx_count. */
export class TrxCountQuery {
  @BlockNumParameter({ description: 'First block, inclusive' })
  start_block?: number;

  @BlockNumParameter({ description: 'Last block, inclusive', example: 100 })
  end_block?: number;

  @TimeParameter({ description: 'Only after this time (ISO 8601) or block' })
  after?: string;

  @TimeParameter({ description: 'Only before this time (ISO 8601) or block' })
  before?: string;

  @TextParameter({ description: 'Producers, separated by commas: one of them' }, 0, MAX_NAME_LIST)
  producer?: string;

  @ChoiceParameter({ description: 'Count by this, too' }, ['producer', 'hour', 'day'])
  group_by?: string;
}

/** The routes of /v2/stats that count blocks and actions, with their parameters. */
export const STATS_ROUTES: readonly NodeRoute[] = [
  indexed(
    'stats/get_action_usage',
    'Actions and transactions of a period',
    ActionUsageQuery,
    slow(STATISTICS_SECONDS),
  ),
  indexed(
    'stats/get_resource_usage',
    'CPU and NET of an action',
    ResourceUsageQuery,
    slow(STATISTICS_SECONDS),
  ),
  indexed('stats/get_trx_count', 'Transactions of blocks', TrxCountQuery, slow(STATISTICS_SECONDS)),
];
