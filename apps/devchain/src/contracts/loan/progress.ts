import type { ActionContext } from '../../kernel/execution/action-context';
import { REFUSALS } from './refusals';
import { progress } from './tables';

/** The next number of a loan or loan request, or of a redemption; both count from 1. */
export function takeNumber(context: ActionContext, kind: 'loans' | 'redemptions'): bigint {
  const table = context.table(progress, context.receiver);
  const row = table.get(0n, REFUSALS.noCurve);
  return table.modify(row, { [kind]: row[kind] + 1n })[kind];
}

type Cursor = 'next_request' | 'next_loan';

/**
 * Visits at most `limit` rows, going on where the last call stopped: what keeps the work of a call bounded and still
 * reaches every row. A pass starts over at the first row after it has come to the last one.
 */
export function visitInTurn<R extends { id: bigint }>(
  context: ActionContext,
  cursor: Cursor,
  rowsFrom: (lower: bigint) => Iterable<R>,
  { limit, visit }: { limit: number; visit: (row: R) => void },
): void {
  const table = context.table(progress, context.receiver);
  const row = table.get(0n, REFUSALS.noCurve);
  const seen: R[] = [];
  let next = 0n;
  for (const one of rowsFrom(row[cursor])) {
    if (seen.length === limit) {
      next = one.id;
      break;
    }
    seen.push(one);
  }
  seen.forEach(visit);
  if (next === row[cursor]) return;
  table.modify(table.get(0n, REFUSALS.noCurve), { [cursor]: next });
}
