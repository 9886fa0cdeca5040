import { ChoiceParameter, DeltasQuery, NumberParameter, TextParameter } from '@app/node-api';

export class HistoryDeltasQuery extends DeltasQuery {
  @TextParameter({ description: 'Primary key of the row, a decimal number' })
  primary_key?: string;

  @ChoiceParameter({ description: 'Order by block and position' }, ['desc', 'asc', '1', '-1'])
  sort?: string;

  @TextParameter({ description: 'Count up to this number of results, or `true` for all' })
  track?: string;

  @NumberParameter({ description: 'Only of this block' }, 1)
  block_num?: number;

  @TextParameter({ description: '`next_cursor` of the page before: continues behind it, however far' })
  cursor?: string;
}
