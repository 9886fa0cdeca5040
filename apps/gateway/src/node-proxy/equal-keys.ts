import { fail } from '@app/chain-tools';
import type { TablePage } from '@app/upstream';
import type { GetTableRowsInput } from './dto/get-table-rows.dto';

type Read = Pick<GetTableRowsInput, 'lower_bound' | 'upper_bound' | 'index_position' | 'reverse' | 'limit'>;

const PRIMARY = 1;

/**
 * Refuses a page that was cut for its size and is continued at the key at which it began: a node continues a secondary
 * index by the secondary key alone, so the same page would come again, and the rows behind it never. A page with all
 * rows that were asked for is answered: the caller may want the first ones of a key.
 * @throws ToolError
 */
export function assertContinuable(input: Read, { rows, more, nextKey }: TablePage): void {
  const { index_position = PRIMARY, reverse, limit } = input;
  const bound = reverse ? 'upper_bound' : 'lower_bound';
  const start = input[bound];
  if (index_position <= PRIMARY || !more || rows.length >= limit) return;
  if (start === undefined || String(start) !== nextKey) return;
  const reason =
    `more rows have this key than fit into a page, and a node does not continue within one key: ` +
    `read by the primary key, or at most ${rows.length} rows (limit)`;
  fail('INVALID_VALUE', bound, reason);
}
