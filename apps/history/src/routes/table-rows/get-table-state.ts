import { bytesToHex, nameFromValue } from '@app/antelope';
import { TableStateQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { shownRow } from '../../answers/data-transforms';
import type { Decoded } from '../../answers/decoded';
import { timeText } from '../../answers/time-text';
import { Decoder } from '../../decoding/decoder';
import { RowBudget } from '../../decoding/row-budget';
import { READER } from '../../decoding/tokens';
import { Envelopes } from '../../envelope/envelopes';
import { ByGet } from '../../http/node-route.decorator';
import { nameOf } from '../../parameters/filters';
import { badRequest } from '../../parameters/history-error';
import { pageOf } from '../../parameters/page';
import { scopeOf } from '../../parameters/scope';
import { bound32 } from '../../parameters/uint';
import type { HistoryReader } from '../../store/port';
import { requireKnown } from './known-past';
import { placeOf, placeText, requireSameBlock } from './row-place';
import { primaryKeyOf } from './primary-key';
import { ROWS_AT_BLOCK, type RowsAtBlockQuery } from './rows-at-block';
import { keyOf, type RowAtBlock } from './table-row';

const LIMITS = { unset: 25, max: 1000 };
const NARROW_BY = ['a lower limit'];

const rowDocument = (table: string, row: RowAtBlock, { json, hex }: Decoded): object => ({
  scope: nameFromValue(row.scope),
  primary_key: String(row.primaryKey),
  payer: nameFromValue(row.payer),
  block_num: row.blockNum,
  ...(row.stamp === undefined
    ? {}
    : { timestamp: timeText(row.stamp.timeMs), block_id: bytesToHex(row.stamp.id) }),
  present: 1,
  data: json === undefined ? hex : shownRow(table, json),
  ...(json === undefined ? { ds_error: true } : {}),
});

@ApiTags('history')
@Controller()
export class TableStateController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
  ) {}

  /** Rows of a table as they were after a block. */
  @ByGet('/v2/history/get_table_state')
  getTableState(@Query() query: TableStateQuery): Promise<object> {
    const { code = '', table = '', scope = '', primary_key = '', block_num, after_key = '' } = query;
    if (primary_key !== '' && scope === '') throw badRequest('primary_key: takes the scope of the row');
    if (primary_key !== '' && after_key !== '')
      throw badRequest('after_key: cannot be combined with primary_key');
    const names = { code: nameOf('code', code), table: nameOf('table', table) };
    const atBlock = block_num === undefined ? {} : { atBlock: bound32(block_num) };
    const wanted: RowsAtBlockQuery = {
      ...{ ...names, ...atBlock, limit: pageOf(query, LIMITS).limit },
      ...(scope === '' ? {} : { scope: scopeOf(scope) }),
      ...(primary_key === '' ? {} : { primaryKey: primaryKeyOf(primary_key) }),
    };
    const { place, block } = after_key === '' ? {} : placeOf('after_key', after_key);
    return this.envelopes.ofState(async (status) => {
      const { unknown, rows, next, blockId } = await this.reader.answer(ROWS_AT_BLOCK, {
        ...wanted,
        ...(place && { after: place }),
      });
      if (block !== undefined) requireSameBlock(block, wanted, { unknown, blockId });
      requireKnown(unknown);
      const results: object[] = [];
      const budget = new RowBudget(NARROW_BY);
      for await (const [row, each] of this.decoder.rows({ ...names, ...atBlock }, rows, budget)) {
        results.push(rowDocument(table, row, each));
        if (budget.isUsedUp) break;
      }
      const last = rows[results.length - 1];
      const end = last === undefined || results.length === rows.length ? next : keyOf(last);
      return {
        total: { value: results.length, relation: end === undefined && after_key === '' ? 'eq' : 'gte' },
        ...{ code, table, ...(block_num === undefined ? {} : { block_num }) },
        // Texts, also at the ends: the client of wharfkit reads no answer without them.
        after_key,
        results,
        next_key: end === undefined ? '' : placeText(end, { num: wanted.atBlock, id: blockId }, status),
      };
    });
  }
}
