import type { Json } from '@app/antelope';
import { type Pair, profileEntry, type TableAddress } from '@app/networks';
import { parseRows, rowInteger, rowName } from '@app/upstream';
import { z } from 'zod';
import { tradeAnswer } from '../../market/market-answers';
import { tradeRow } from '../../table-rows/trade';
import { digestOf } from '../topics/digest';
import { MARK_CHARACTERS, type TailTrade, type TradeTail } from '../topics/fills';
import type { NewestRows, NumberedRow } from '../topics/newest-rows';
import type { Look } from './look';

/** Members that are read of the trades of all pairs and accounts. */
const anyTrade = z.object({
  pair: z.string(),
  buyer: rowName,
  seller: rowName,
  blockNumber: rowInteger.transform(Number),
});

/** The newest trades of a pair, with the answers of those of one account. */
export function tradeTail(look: Look, pair: Pair, account: string): TradeTail {
  const { network } = look;
  network.assertEntries(profileEntry.pair(pair.apiName));
  const table = network.table('trades', { pair: pair.chainName });
  const log: NewestRows = look.log(table);
  return {
    behind: async (id) => {
      const { rows, isWhole, before } = await log.behind(id);
      const trades = rows.map((row) => tailTrade(table, pair, account, row));
      look.saw(trades.at(-1)?.blockNum ?? 0);
      return { trades, isWhole, before: before?.id };
    },
    markOf: (id) => {
      const known = log.known(id);
      return known && digestOf(withTextNumbers(known.row)).slice(0, MARK_CHARACTERS);
    },
    irreversibleId: async () => {
      const { irreversibleBlock } = look;
      const isReversible = (row: NumberedRow): boolean => rowOf(table, row).blockNumber > irreversibleBlock;
      const { rows } = await log.whileIs(isReversible);
      return log.before(rows[0]?.id);
    },
  };
}

/** Nodes write the same number as a number or as a text. */
const withTextNumbers = (row: Json): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? String(value) : value));

function tailTrade(table: TableAddress, pair: Pair, account: string, numbered: NumberedRow): TailTrade {
  const { id, row } = numbered;
  const trade = rowOf(table, numbered);
  const isOwn = trade.pair === pair.chainName && (trade.buyer === account || trade.seller === account);
  const [own] = isOwn ? parseRows(table, tradeRow(pair), [row]) : [];
  return { id, blockNum: trade.blockNumber, own: own && tradeAnswer(pair, own) };
}

function rowOf(table: TableAddress, { row }: NumberedRow): z.output<typeof anyTrade> {
  const [trade] = parseRows(table, anyTrade, [row]);
  if (trade === undefined) throw new Error('a row was not parsed');
  return trade;
}
