/** Types of the columns of a row that say nothing about a candle, and their bytes; null: as many as they say. */
const SKIPPED: Readonly<Record<string, number | null>> = {
  ...{ bool: 1, int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, int64: 8, uint64: 8 },
  ...{ int128: 16, uint128: 16, float32: 4, float64: 8, name: 8, asset: 16, checksum256: 32, string: null },
};

/**
 * Columns that a candle is made of: `pair`, `price` (a decimal) and `time_ms` (digits, since 1970) are texts, `base` and
 * `quote` are assets.
 */
export const TRADE_COLUMNS = ['pair', 'price', 'base', 'quote', 'time_ms'] as const;
export type TradeColumn = (typeof TRADE_COLUMNS)[number];

/** A column of a row, in its place: one that a candle is made of, or one that is passed over. */
export type LayoutColumn =
  | { readonly reads: TradeColumn }
  /** `bytes` is null for a text. */
  | { readonly skips: string; readonly bytes: number | null };

/** A layout as its setting has it: names as texts. Without a library, which the command line would load. */
export interface WrittenLayout {
  readonly code: string;
  readonly scope: string;
  readonly table: string;
  readonly columns: readonly LayoutColumn[];
}

const NAME = '[a-z1-5.]{0,11}[a-z1-5]';
const FORM = new RegExp(`^(${NAME})/(${NAME})/(${NAME}):([a-z0-9_,]+)$`);

/**
 * Reads `code/scope/table:column,column,...`, where a column is one of TRADE_COLUMNS or a type. Undefined for a text that
 * is none, has a column of TRADE_COLUMNS not exactly once, or an unknown type.
 */
export function writtenLayout(text: string): WrittenLayout | undefined {
  const [, code, scope, table, list = ''] = FORM.exec(text) ?? [];
  if (code === undefined || scope === undefined || table === undefined) return undefined;
  const columns = list.split(',').flatMap((word) => columnOf(word) ?? []);
  const read = columns.flatMap((column) => ('reads' in column ? [column.reads] : []));
  const isComplete = read.length === TRADE_COLUMNS.length && new Set(read).size === read.length;
  return isComplete && columns.length === list.split(',').length
    ? { code, scope, table, columns }
    : undefined;
}

function columnOf(word: string): LayoutColumn | undefined {
  const reads = TRADE_COLUMNS.find((column) => column === word);
  if (reads !== undefined) return { reads };
  const bytes = Object.hasOwn(SKIPPED, word) ? SKIPPED[word] : undefined;
  return bytes === undefined ? undefined : { skips: word, bytes };
}
