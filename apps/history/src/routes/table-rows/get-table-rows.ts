import { bytesToHex, nameFromValue } from '@app/antelope';
import { StateTableRowsQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isObject, shownRow } from '../../answers/data-transforms';
import type { Decoded } from '../../answers/decoded';
import { scalarText } from '../../answers/exact-number';
import { timeText } from '../../answers/time-text';
import { Decoder } from '../../decoding/decoder';
import { RowBudget } from '../../decoding/row-budget';
import { READER } from '../../decoding/tokens';
import { Envelopes } from '../../envelope/envelopes';
import { ByGet } from '../../http/node-route.decorator';
import { idOf } from '../../parameters/action-members';
import { timeOf } from '../../parameters/bounds';
import { nameOf } from '../../parameters/filters';
import { badRequest } from '../../parameters/history-error';
import { type Page as PagePart, pageOf } from '../../parameters/page';
import { scopeOf } from '../../parameters/scope';
import { BroadQueryError, LargePageError } from '../../store/errors';
import { cutPage, MAX_SEARCHED_BYTES } from '../../store/page-bytes';
import type { HistoryReader } from '../../store/port';
import type { Page } from '../../store/records';
import { TABLE_ROWS, type TableRowsQuery } from './found-rows';
import { compareValues } from './compared-values';
import { primaryKeyOf } from './primary-key';
import { rowFiltersOf, valueAt } from './row-filters';
import type { RowAtBlock } from './table-row';

const LIMITS = { unset: 50, max: 1000 };
/** Rows that are decoded for conditions without an index, and for an order of their members. */
const MAX_DECODED = 5_000;

type Row = Readonly<Record<string, unknown>>;
/** A row that meets the conditions: its document is made again when it is shown. */
interface FoundRow {
  readonly row: RowAtBlock;
  /** Undefined: the row does not have the member of the order. */
  readonly sortedBy: string | undefined;
}
type Check = (row: Row, budget: RowBudget) => boolean;

const rowDocument = (table: string, row: RowAtBlock, { json, hex }: Decoded): Row => {
  const shown = json === undefined ? undefined : shownRow(table, json);
  return {
    ...(isObject(shown) ? shown : { '@data': hex, ...(json === undefined ? { ds_error: true } : {}) }),
    '@scope': nameFromValue(row.scope),
    '@pk': String(row.primaryKey),
    '@payer': nameFromValue(row.payer),
    '@block_num': row.blockNum,
    ...(row.stamp === undefined
      ? {}
      : { '@block_id': bytesToHex(row.stamp.id), '@block_time': timeText(row.stamp.timeMs) }),
  };
};

@ApiTags('state')
@Controller()
export class TableRowsController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/state/get_table_rows')
  getTableRows(@Query() query: StateTableRowsQuery): Promise<object> {
    const { contract = '', table = '', sort_by = '', sort_direction = 'asc' } = query;
    const page = pageOf(query, LIMITS);
    const names = { code: nameOf('contract', contract), table: nameOf('table', table) };
    const wanted = { ...names, ...placeOf(query) };
    const checks = checksOf(query);
    return this.envelopes.ofState(async () => {
      const { items, total } =
        checks.length === 0 && sort_by === ''
          ? await this.#page(table, { ...wanted, ...page })
          : await this.#searched(
              { ...wanted, skip: 0, limit: MAX_DECODED, maxBytes: MAX_SEARCHED_BYTES },
              query,
              checks,
              page,
            );
      return {
        ...{ total, contract, table, rows_count: total.value },
        ...(sort_by === '' ? {} : { sort_by, sort_direction }),
        rows: items,
      };
    });
  }

  async #page(table: string, query: TableRowsQuery): Promise<Page<Row>> {
    const { items, total } = await this.reader.answer(TABLE_ROWS, query);
    return { items: await this.#shown(table, query, items), total };
  }

  /** The page of the rows that meet the conditions, in the wanted order. @throws BroadQueryError, HistoryError */
  async #searched(
    all: TableRowsQuery,
    { table = '', sort_by = '', sort_direction = 'asc', scope = '' }: StateTableRowsQuery,
    checks: readonly Check[],
    { skip, limit }: PagePart,
  ): Promise<Page<Row>> {
    const narrowBy = [scope === '' ? 'scope' : 'scope and primary_key'];
    const budget = new RowBudget(narrowBy);
    const { items, total } = await this.reader.answer(TABLE_ROWS, all).catch((error: unknown) => {
      throw error instanceof LargePageError ? new BroadQueryError(narrowBy) : error;
    });
    const end = skip + limit;
    const kept: FoundRow[] = [];
    let matches = 0;
    for await (const [row, each] of this.decoder.rows(all, items, budget)) {
      const document = rowDocument(table, row, each);
      if (!checks.every((check) => check(document, budget))) continue;
      if (sort_by !== '' || (matches >= skip && matches < end))
        kept.push({ row, sortedBy: scalarOf(valueAt(document, sort_by)) });
      matches += 1;
    }
    const isWhole = total.relation === 'eq' && total.value <= all.limit;
    if (!isWhole && (sort_by !== '' || matches < end)) throw new BroadQueryError(narrowBy);
    const page = sort_by === '' ? kept : sorted(kept, sort_by, sort_direction).slice(skip, end);
    const rows = page.map(({ row }) => row);
    const sizes = rows.map(({ value }) => value.length);
    return {
      items: await this.#shown(table, all, cutPage(rows, sizes, {}).items),
      total: { value: matches, relation: isWhole ? 'eq' : 'gte' },
    };
  }

  async #shown(table: string, query: TableRowsQuery, page: readonly RowAtBlock[]): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const [row, each] of this.decoder.rows(query, page, new RowBudget(['a lower limit'])))
      rows.push(rowDocument(table, row, each));
    return rows;
  }
}

/** Scope, and primary key within it: what an index has. */
function placeOf({
  scope = '',
  primary_key = '',
}: StateTableRowsQuery): Pick<TableRowsQuery, 'scope' | 'primaryKey'> {
  if (scope === '') return {};
  const isIndexed = primary_key !== '';
  return { scope: scopeOf(scope), ...(isIndexed ? { primaryKey: primaryKeyOf(primary_key) } : {}) };
}

/** Conditions without an index. @throws HistoryError */
function checksOf(query: StateTableRowsQuery): readonly Check[] {
  const {
    scope = '',
    primary_key = '',
    payer = '',
    block_num,
    block_id = '',
    block_time = '',
    filters = '',
  } = query;
  const equal: [string, string][] = [
    ...(primary_key === '' || scope !== ''
      ? []
      : [['@pk', String(primaryKeyOf(primary_key))] as [string, string]]),
    ...(payer === '' ? [] : [['@payer', nameFromValue(nameOf('payer', payer))] as [string, string]]),
    ...(block_num === undefined ? [] : [['@block_num', String(block_num)] as [string, string]]),
    ...(block_id === '' ? [] : [['@block_id', bytesToHex(idOf('block_id', block_id))] as [string, string]]),
    ...(block_time === ''
      ? []
      : [['@block_time', timeText(timeOf('block_time', block_time))] as [string, string]]),
  ];
  return [
    ...equal.map(
      ([member, value]) =>
        (row: Row) =>
          String(row[member]) === value,
    ),
    ...(filters === '' ? [] : [rowFiltersOf(filters)]),
  ];
}

/** Rows without the member come last. */
function sorted(rows: readonly FoundRow[], member: string, direction: string): readonly FoundRow[] {
  const having = rows.filter(({ sortedBy }) => sortedBy !== undefined);
  if (having.length === 0 && rows.length > 0)
    throw badRequest(`sort_by: no row has the member ${member.slice(0, 40)}`);
  const sign = direction === 'desc' ? -1 : 1;
  const order = having.toSorted((one, other) => sign * compareValues(one.sortedBy, other.sortedBy));
  return [...order, ...rows.filter(({ sortedBy }) => sortedBy === undefined)];
}

/** The text by which a value is compared; that of a list or an object is empty. */
const scalarOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : (scalarText(value) ?? '');
