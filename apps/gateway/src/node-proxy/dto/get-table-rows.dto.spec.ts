import { readInput } from '@app/tooling';
import { GetTableRowsInput } from './get-table-rows.dto';

const RIGHT = { code: 'btc.token', scope: 'alice', table: 'accounts' };

describe('the input of get_table_rows', () => {
  it.each(['lower_bound', 'upper_bound'])(
    'the input of get_table_rows takes a %s of 128 characters and refuses a longer one',
    (bound) => {
      const longest = '1'.repeat(128);
      expect(readInput(GetTableRowsInput, { ...RIGHT, [bound]: longest })).toMatchObject({
        [bound]: longest,
      });
      for (const [length, stated] of [
        [129, '129'],
        [60_000, 'more than 256'],
      ] as const) {
        expect(() => readInput(GetTableRowsInput, { ...RIGHT, [bound]: '1'.repeat(length) })).toThrow(
          `${bound}: must have at most 128 characters, has ${stated}`,
        );
      }
    },
  );
});
