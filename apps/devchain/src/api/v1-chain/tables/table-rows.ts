import { decodeType, nameToValue, type Json } from '@app/antelope';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { RowView, TableView } from '../../../kernel/store/table-view';
import type { KeyRange } from '../../../kernel/sdk/table-handle';
import { requireTableAbi } from '../accounts/account-lookup';
import { flag, integer, name, optional, text, type Parameters } from '../../nodeos/parameters';
import { endpoint, type Node } from '../../nodeos/route';
import { keyFormat, primaryKeyFormat, readKey64, type KeyFormat } from './table-bounds';
import { requireTable, type TableDefinition } from './table-definition';
import { readIndexPosition } from './table-index';
import { scan } from './table-scan';

/** Leap 5 returns no more rows than this, whatever the limit says. */
const MAX_ROWS = 1000;

const READERS = {
  json: flag(),
  code: name,
  scope: text(),
  table: name,
  lower_bound: text(),
  upper_bound: text(),
  limit: integer(10),
  key_type: text(),
  index_position: text(),
  encode_type: text('dec'),
  reverse: flag(),
  show_payer: flag(),
  time_limit_ms: optional(integer(0)),
};
type Query = Parameters<typeof READERS>;

/** One entry of the index that is read. */
interface Entry {
  readonly key: bigint;
  readonly row: RowView;
}
const NO_ROWS = { rows: [], more: false, next_key: '' };

export const getTableRows = endpoint(READERS, (node, query) => {
  const abi = requireTableAbi(node.chain, query.code);
  // The lowest four bits of a table name number its indexes.
  if ((nameToValue(query.table) & 0xfn) !== 0n) {
    throw new ChainError('tableQuery', `Unsupported table name: ${query.table}`);
  }
  const position = readIndexPosition(query.index_position);
  if (position === undefined) {
    throw new ChainError('tableQuery', `Invalid index_position: ${query.index_position}`);
  }
  if (position === 'primary') requireTable(abi, query.table);
  const format = keyFormatOf(query, position);
  const table = node.chain.table(query.code, readKey64(query.scope, 'scope'), query.table);
  const entries = table && entriesOf(table, position, format, query);
  return entries === undefined ? NO_ROWS : page(node, query, requireTable(abi, query.table), format, entries);
});

function keyFormatOf(
  { key_type: keyType, encode_type: encodeType }: Query,
  position: number | 'primary',
): KeyFormat {
  if (position === 'primary') return primaryKeyFormat(keyType);
  if (keyType === '') throw new ChainError('tableQuery', 'key type required for non-primary index');
  const format = keyFormat(keyType, encodeType);
  if (format === undefined)
    throw new ChainError('tableQuery', `Unsupported secondary index type: ${keyType}`);
  return format;
}

function rangeOf({ lower_bound: lower, upper_bound: upper }: Query, format: KeyFormat): KeyRange {
  return {
    lower: lower === '' ? undefined : format.read(lower, 'lower_bound'),
    upper: upper === '' ? undefined : format.read(upper, 'upper_bound'),
  };
}

/** Undefined when there is nothing to read: no such index, or one of another type. Bounds are read only of an index. */
function entriesOf(
  table: TableView,
  position: number | 'primary',
  format: KeyFormat,
  query: Query,
): Iterable<Entry> | undefined {
  const index = position === 'primary' ? undefined : table.index(position);
  if (position !== 'primary' && index === undefined) return undefined;
  const range = { ...rangeOf(query, format), reverse: query.reverse };
  const isEmpty = range.lower !== undefined && range.upper !== undefined && range.upper < range.lower;
  if (isEmpty) return undefined;
  if (index === undefined) return primaryEntries(table.rows(range));
  return format.kinds.includes(index.kind) ? index.entries(range) : undefined;
}

function* primaryEntries(rows: Iterable<RowView>): Generator<Entry> {
  for (const row of rows) yield { key: row.primaryKey, row };
}

function page(
  node: Node,
  query: Query,
  definition: TableDefinition,
  format: KeyFormat,
  entries: Iterable<Entry>,
): object {
  const found = scan(entries, Math.min(query.limit, MAX_ROWS), node.budget(query.time_limit_ms));
  return {
    rows: found.taken.map(({ row }) => formatRow(query, definition, row)),
    more: found.next !== undefined,
    next_key: found.next === undefined ? '' : format.write(found.next.key),
  };
}

function formatRow(
  { json, show_payer: withPayer }: Query,
  { abi, type }: TableDefinition,
  row: RowView,
): Json {
  const data = json ? decodeType(abi, type, row.value) : Buffer.from(row.value).toString('hex');
  return withPayer ? { data, payer: row.payer } : data;
}
