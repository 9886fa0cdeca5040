import { BlockNumParameter, ChoiceParameter, NumberParameter, TextParameter, TimeParameter } from '../fields';
import { PageQuery } from './indexed.dto';

/** Thirty names with their commas. */
const MAX_NAME_LIST = 13 * 30;

/** Query of /v2/history/get_block. */
export class BlockNumQuery {
  @BlockNumParameter({ description: 'Number of the block', example: 2, required: true })
  block_num?: number;
}

/** Query of /v2/history/get_blocks. */
export class BlocksQuery extends PageQuery {
  @BlockNumParameter({ description: 'Only this block' })
  block_num?: number;

  @TextParameter({ description: 'Only the block with this id, 64 hex digits' })
  block_id?: string;

  @TextParameter({ description: 'Producers, separated by commas: one of them' }, 0, MAX_NAME_LIST)
  producer?: string;

  @NumberParameter({ description: 'Blocks with so many transactions' }, 0)
  trx_count?: number;

  @NumberParameter({ description: 'Blocks with so many transactions at least' }, 0)
  min_trx_count?: number;

  @NumberParameter({ description: 'Blocks with so many transactions at most' }, 0)
  max_trx_count?: number;

  @TimeParameter({ description: 'Only after this time (ISO 8601) or block' })
  after?: string;

  @TimeParameter({ description: 'Only before this time (ISO 8601) or block' })
  before?: string;

  @ChoiceParameter({ description: 'Order by block number' }, ['desc', 'asc', '1', '-1'])
  sort?: string;
}
