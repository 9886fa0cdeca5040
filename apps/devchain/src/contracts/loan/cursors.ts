import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ONLY_ROW } from '../shared/table-keys';
import { REFUSALS } from './refusals';
import { cursorsTable } from './tables';

/** The next id of a loan or loan request, or of a redemption; both count from 1. */
export function nextId(context: ContractContext, kind: 'loans' | 'redemptions'): bigint {
  const table = context.table(cursorsTable, context.receiver);
  const row = table.get(ONLY_ROW, REFUSALS.noCurve);
  return table.modify(row, { [kind]: row[kind] + 1n })[kind];
}

type Cursor = 'next_request' | 'next_loan';

/**
 * Round robin over the rows: processes at most `limit` rows from the cursor of the last call, so that the work of a
 * call is bounded and every row is reached. After the last row the cursor returns to the first.
 */
export function processRoundRobin<R extends { id: bigint }>(
  context: ContractContext,
  cursor: Cursor,
  rowsFrom: (lower: bigint) => Iterable<R>,
  { limit, visit }: { limit: number; visit: (row: R) => void },
): void {
  const table = context.table(cursorsTable, context.receiver);
  const row = table.get(ONLY_ROW, REFUSALS.noCurve);
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
  table.modify(table.get(ONLY_ROW, REFUSALS.noCurve), { [cursor]: next });
}
