import { PageQuery } from '../dto/indexed.dto';
import { BlockNumParameter, ChoiceParameter, NameParameter, NumberParameter, TextParameter } from '../fields';
import { indexed } from './indexed-route';
import type { NodeRoute } from './node-route';

const MAX_FILTERS = 4_000;
const MAX_MEMBER = 128;

/** Query of /v2/history/get_table_state. */
export class TableStateQuery {
  @NameParameter({ description: 'Account of the contract', example: 'btc.token', required: true })
  code?: string;

  @TextParameter({ description: 'Table', example: 'accounts', required: true }, 1)
  table?: string;

  @TextParameter({ description: 'Scope; unset: all of them' })
  scope?: string;

  @TextParameter({ description: 'Primary key of one row of the scope, a decimal number' })
  primary_key?: string;

  @BlockNumParameter({ description: 'As of this block; unset: the head' })
  block_num?: number;

  @TextParameter({ description: '`next_key` of the page before: continues behind it' })
  after_key?: string;

  @NumberParameter({ description: 'Most rows', example: 10 }, 1)
  limit?: number;
}

/** Query of /v2/state/get_table_rows. */
export class StateTableRowsQuery extends PageQuery {
  @NameParameter({ description: 'Account of the contract', example: 'btc.token', required: true })
  contract?: string;

  @TextParameter({ description: 'Table', example: 'accounts', required: true }, 1)
  table?: string;

  @TextParameter({ description: 'Scope' })
  scope?: string;

  @TextParameter({ description: 'Primary key of the row, a decimal number' })
  primary_key?: string;

  @TextParameter({ description: 'Payer of the row' })
  payer?: string;

  @BlockNumParameter({ description: 'Rows that changed last in this block' })
  block_num?: number;

  @TextParameter({ description: 'Rows that changed last in the block with this id' })
  block_id?: string;

  @TextParameter({ description: 'Rows that changed last at this time of a block' })
  block_time?: string;

  @TextParameter(
    { description: 'JSON of members and values, or operators such as `{"units":{"$gt":100}}`: all hold' },
    0,
    MAX_FILTERS,
  )
  filters?: string;

  @TextParameter({ description: 'Member by which the rows are ordered' }, 0, MAX_MEMBER)
  sort_by?: string;

  @ChoiceParameter({ description: 'Order by sort_by; unset: asc' }, ['asc', 'desc'])
  sort_direction?: string;
}

/** Query of /v2/state/get_top_holders. */
export class TopHoldersQuery extends PageQuery {
  @NameParameter({ description: 'Account of the token contract', example: 'btc.token', required: true })
  contract?: string;

  @TextParameter({ description: 'Symbol of the token', example: 'BTC' })
  symbol?: string;
}

/** Query of /v2/state/get_voter_scopes. */
export class VoterScopesQuery extends PageQuery {
  @TextParameter({ description: 'A part of the name', example: 'a', required: true }, 1)
  term?: string;
}

/** Routes over rows of tables, balances and voters, with their parameters. */
export const TABLE_ROUTES: readonly NodeRoute[] = [
  indexed('history/get_table_state', 'Rows of a table as of a block', TableStateQuery),
  indexed('state/get_table_rows', 'Rows of a table by conditions on their members', StateTableRowsQuery),
  indexed('state/get_top_holders', 'Largest holders of a token', TopHoldersQuery),
  indexed('state/get_voter_scopes', 'Voters by a part of their name', VoterScopesQuery),
];
