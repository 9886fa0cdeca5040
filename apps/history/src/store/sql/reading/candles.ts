import { CANDLE_SPANS_MS } from '../../candles';
import type { CandleQuery } from '../../queries';
import type { Candles } from '../../records';
import { candleOf } from '../candle-writes';
import { readCursor } from '../cursor';
import type { SqlSession } from '../session';
import { int, ordered } from '../values';

/** Candles by their key: as many rows as the answer has, however many the store has. Undefined where it keeps none. */
export async function readCandles(session: SqlSession, query: CandleQuery): Promise<Candles | undefined> {
  const cursor = await readCursor(session);
  if (cursor === undefined || cursor.tradeLayout === 0n) return undefined;
  const { pair, spanMs, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, order, limit } = query;
  const of = 'SELECT start, value FROM candle WHERE pair = ? AND span = ?';
  const rows = await session.all(
    `${of} AND start >= ? AND start <= ? ORDER BY start ${order === 'asc' ? 'ASC' : 'DESC'} LIMIT ?`,
    [ordered(pair), spanMs, fromMs, toMs, limit],
  );
  const shortest = CANDLE_SPANS_MS[0] ?? 0;
  const [first] = await session.all(`${of} ORDER BY start LIMIT 1`, [ordered(pair), shortest]);
  return {
    items: rows.flatMap(({ start, value }) => candleOf(int(start), value) ?? []),
    knownFromMs: first === undefined ? undefined : int(first.start),
  };
}
