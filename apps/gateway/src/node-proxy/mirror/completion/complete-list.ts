import { isJsonObject, type Json, jsonOf } from '@app/antelope';
import { jsonProblem } from '@app/tooling';
import { parseExact } from '../local/exact-json';
import { type CompleteBody, hasTransaction, PUSH_DEFAULTS } from './with-defaults';

/** JSON values in a list that is written anew; so deep can it be at most. */
const MAX_VALUES = 1_000;

/**
 * Brings the documented forms of push_transactions into the one that nodes take, a list of packed transactions: an
 * object is a list of one, a text holds a list or an object, and a transaction in JSON becomes the member `transaction`
 * of an envelope, its signatures beside it. A list whose items are all complete keeps its bytes, as does one
 * with equal members or too many values; in others, whole numbers beyond 2^53 become texts, which nodes read exactly.
 */
export const completeList: CompleteBody = (body) => {
  const text = body.toString('utf8');
  const sent = jsonOf(text);
  const inner = typeof sent === 'string' ? jsonOf(sent) : sent;
  if (typeof inner !== 'object' || inner === null) return body;
  const entries: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  if (Array.isArray(sent) && entries.every(isComplete)) return body;
  const source = typeof sent === 'string' ? sent : text;
  if (jsonProblem(source, { maxValues: MAX_VALUES }) !== undefined) return body;
  const exact = parseExact(source);
  return Buffer.from(JSON.stringify([exact].flat().map(completed)));
};

function isComplete(entry: unknown): boolean {
  if (!isJsonObject(entry)) return true;
  return hasTransaction(entry)
    ? Object.keys(PUSH_DEFAULTS).every((name) => Object.hasOwn(entry, name))
    : !Object.hasOwn(entry, 'actions');
}

function completed(entry: Json): unknown {
  if (isComplete(entry) || !isJsonObject(entry)) return entry;
  if (hasTransaction(entry)) return { ...PUSH_DEFAULTS, ...entry };
  const { signatures = [], context_free_data = [], ...transaction } = entry;
  return { signatures, compression: 'none', context_free_data, transaction };
}
