import { nameToValue } from '@app/antelope';
import type { Name } from './name';
import { type LayoutColumn, writtenLayout } from './trade-columns';

/** The table in which an exchange keeps its trades, and the columns of its rows up to the last one that is read. */
export interface TradeLayout {
  readonly code: Name;
  readonly scope: Name;
  readonly table: Name;
  readonly columns: readonly LayoutColumn[];
}

/** The layout that a setting names; undefined for a text that is none. */
export function parseTradeLayout(text: string): TradeLayout | undefined {
  const written = writtenLayout(text);
  if (written === undefined) return undefined;
  const { code, scope, table, columns } = written;
  return { code: nameToValue(code), scope: nameToValue(scope), table: nameToValue(table), columns };
}
