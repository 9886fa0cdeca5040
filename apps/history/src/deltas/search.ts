import { symbolCodeToValue, ValueError } from '@app/antelope';
import type { Name } from '../derive/block-writes';
import { boundsOf } from '../parameters/bounds';
import { rangeBehind } from '../parameters/cursor';
import { optionalName } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { orderOf, pageOf, trackOf } from '../parameters/page';
import { intersection, rangeOfBounds } from '../parameters/ranges';
import type { DeltaQuery } from '../store/queries';
import type { HistoryDeltasQuery } from './deltas.dto';

const LIMITS = { unset: 10, max: 1000 };
const KEY = /^\d{1,20}$/;

/** @throws HistoryError */
export function deltaSearchOf(query: HistoryDeltasQuery): DeltaQuery {
  const { code, scope, table, payer, present, primary_key, sort, track, block_num, cursor } = query;
  const order = orderOf(sort);
  const names = {
    code: optionalName('code', code),
    scope: scopeOf(scope),
    table: optionalName('table', table),
    payer: optionalName('payer', payer),
    primaryKey: keyOf(primary_key),
    present: presentOf(present),
  };
  return {
    ...pageOf(query, LIMITS),
    ...Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)),
    range: intersection([
      rangeOfBounds(boundsOf(query)),
      rangeBehind(cursor, order),
      block_num === undefined ? {} : { fromBlock: block_num, toBlock: block_num },
    ]),
    order,
    countUpTo: trackOf(track),
  };
}

/** A scope is a name, a symbol code, or a number: tables choose. */
function scopeOf(scope: string | undefined): Name | undefined {
  if (scope === undefined || scope === '') return undefined;
  if (KEY.test(scope)) return BigInt(scope);
  if (!/^[A-Z]{1,7}$/.test(scope)) return optionalName('scope', scope);
  try {
    return symbolCodeToValue(scope);
  } catch (error) {
    if (error instanceof ValueError) throw badRequest(`scope: ${error.message}`);
    throw error;
  }
}

function keyOf(key: string | undefined): bigint | undefined {
  if (key === undefined || key === '') return undefined;
  if (!KEY.test(key)) return optionalName('primary_key', key);
  return BigInt(key);
}

function presentOf(present: number | undefined): boolean | undefined {
  if (present === undefined) return undefined;
  if (present !== 0 && present !== 1) throw badRequest('present: must be 0 or 1');
  return present === 1;
}
