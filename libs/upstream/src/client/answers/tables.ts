import type { Json } from '@app/antelope';
import { z } from 'zod';
import type { Raw } from '../../node/node-reply';
import { readAnswer } from '../../node/parse-answer';

// Rows are the contract's own; what reads them knows their shape.
const row = z.unknown().transform((value) => value as Json);

const rowsSchema = z.object({
  rows: z.array(row),
  more: z.boolean(),
  // Absent on nodes of the first generation.
  next_key: z.string().default(''),
});

const scopesSchema = z.object({
  rows: z.array(
    z.object({ code: z.string(), scope: z.string(), table: z.string(), payer: z.string(), count: z.int() }),
  ),
  more: z.string(),
});

const currencyStatsSchema = z.record(
  z.string(),
  z.object({ supply: z.string(), max_supply: z.string(), issuer: z.string() }),
);

/** One page of a table. `more` alone says whether rows are left: a node may stop early. */
export interface TablePage {
  readonly rows: readonly Json[];
  readonly more: boolean;
  /** The bound that continues the page: lower_bound, or upper_bound when reading in reverse. */
  readonly nextKey: string;
  /** Size of the node's answer. */
  readonly bytes: number;
}

/** One page of the scopes of a contract; `more` is the scope to continue with, "" at the end. */
export type ScopePage = z.output<typeof scopesSchema>;

/** A token as its contract keeps it; amounts as the chain writes them ("1.0000 ABC"). */
export interface CurrencyStats {
  readonly supply: string;
  readonly maxSupply: string;
  readonly issuer: string;
}

/** Reads get_table_rows. @throws UnreadableAnswerError */
export function readTableRows(raw: Raw, bytes: number): TablePage {
  const { rows, more, next_key } = readAnswer('get_table_rows', rowsSchema, raw);
  return { rows, more, nextKey: next_key, bytes };
}

/** Reads get_table_by_scope. @throws UnreadableAnswerError */
export function readScopes(raw: Raw): ScopePage {
  return readAnswer('get_table_by_scope', scopesSchema, raw);
}

/** Reads get_currency_balance: amounts as the chain writes them, none for no balance. @throws UnreadableAnswerError */
export function readCurrencyBalance(raw: Raw): string[] {
  return readAnswer('get_currency_balance', z.array(z.string()), raw);
}

/** Reads get_currency_stats for one symbol; undefined for an unknown one. @throws UnreadableAnswerError */
export function readCurrencyStats(symbol: string, raw: Raw): CurrencyStats | undefined {
  const stats = readAnswer('get_currency_stats', currencyStatsSchema, raw)[symbol];
  return stats && { supply: stats.supply, maxSupply: stats.max_supply, issuer: stats.issuer };
}
