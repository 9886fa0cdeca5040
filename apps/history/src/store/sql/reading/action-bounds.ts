import { equalBytes } from '@app/antelope';
import { numberFromId } from '../../positions';
import type { ActionQuery } from '../../queries';
import type { SqlSession } from '../session';
import { bytes } from '../values';
import { actionBounds, type Bounds } from './bounds';
import { type Condition, type IndexedCondition, scanOf } from './scan';
import { findTransaction } from './transactions';

/** Sequences of the actions of the transaction of a query; undefined without one. */
export const transactionRanges = async (
  session: SqlSession,
  { transactionId }: ActionQuery,
): Promise<readonly Bounds[] | undefined> =>
  transactionId && ((await findTransaction(session, transactionId))?.ranges ?? []);

/** A transaction that was delayed has actions of two blocks: those of others lie between them. */
export function rangesCondition(ranges: readonly Bounds[] = []): IndexedCondition[] {
  if (ranges.length < 2) return [];
  const parts = ranges.map(({ from, to }): Condition => ({ sql: 'seq BETWEEN ? AND ?', params: [from, to] }));
  const check = {
    sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`,
    params: parts.flatMap(({ params }) => params),
  };
  return [{ scan: scanOf('action', parts), table: 'action', check }];
}

/** Bounds of the range, the transaction and the block of a query. */
export async function actionQueryBounds(
  session: SqlSession,
  query: ActionQuery,
  ranges: readonly Bounds[] | undefined,
): Promise<Bounds | undefined> {
  let range = query.range ?? {};
  const blockId = query.conditions?.blockId;
  if (blockId !== undefined) {
    const num = numberFromId(blockId);
    const [block] = await session.all('SELECT id FROM block WHERE num = ?', [num]);
    if (block === undefined || !equalBytes(bytes(block.id), blockId)) return undefined;
    range = {
      ...range,
      fromBlock: Math.max(range.fromBlock ?? 0, num),
      toBlock: Math.min(range.toBlock ?? num, num),
    };
  }
  const bounds = await actionBounds(session, range);
  if (bounds === undefined || ranges === undefined) return bounds;
  const [first, last] = [ranges.at(0), ranges.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = first.from > bounds.from ? first.from : bounds.from;
  const to = last.to < bounds.to ? last.to : bounds.to;
  return from > to ? undefined : { from, to };
}
