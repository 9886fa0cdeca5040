import { ByteReader, isName, nameToValue, ValueError } from '@app/antelope';
import type { Decimal, DeltaWrite, TradeWrite } from './block-writes';
import type { TradeColumn } from './trade-columns';
import type { TradeLayout } from './trade-layout';

const PRICE = /^(\d{1,20})(?:\.(\d{1,18}))?$/;
const TIME = /^\d{1,15}$/;

/**
 * Trades that a block adds, by their primary key: rows of the table of an exchange, to which rows are only added, and
 * from which the oldest are removed. A row that the layout does not read is no trade.
 */
export function tradeWrites(layout: TradeLayout | undefined, deltas: readonly DeltaWrite[]): TradeWrite[] {
  if (layout === undefined) return [];
  return deltas
    .filter(
      ({ code, scope, table, present }) =>
        present && code === layout.code && scope === layout.scope && table === layout.table,
    )
    .toSorted((left, right) => (left.primaryKey < right.primaryKey ? -1 : 1))
    .flatMap(({ value }) => readTrade(layout, value) ?? []);
}

type Texts = Partial<Record<TradeColumn, string | Decimal>>;

function readTrade({ columns }: TradeLayout, value: Uint8Array): TradeWrite | undefined {
  try {
    const reader = new ByteReader(value);
    const found: Texts = {};
    for (const column of columns) {
      if ('reads' in column) found[column.reads] = readColumn(reader, column.reads);
      else if (column.bytes === null) reader.prefixed();
      else reader.take(column.bytes);
    }
    return tradeOf(found);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

function readColumn(reader: ByteReader, column: TradeColumn): string | Decimal {
  if (column !== 'base' && column !== 'quote') return Buffer.from(reader.prefixed()).toString('utf8');
  const units = reader.int64();
  return { units, decimals: Number(reader.uint64() & 0xffn) };
}

function tradeOf({ pair, price, base, quote, time_ms: time }: Texts): TradeWrite | undefined {
  if (typeof pair !== 'string' || typeof price !== 'string' || typeof time !== 'string') return undefined;
  if (typeof base !== 'object' || typeof quote !== 'object') return undefined;
  const [, whole, fraction = ''] = PRICE.exec(price) ?? [];
  if (whole === undefined || !TIME.test(time) || !isName(pair)) return undefined;
  if (base.units < 0n || quote.units < 0n) return undefined;
  return {
    pair: nameToValue(pair),
    timeMs: Number(time),
    price: { units: BigInt(whole + fraction), decimals: fraction.length },
    base,
    quote,
  };
}
