import { isJsonObject } from '@app/antelope';
import type { NodeRequest } from '../node/node-request';
import { differenceOf } from './difference';

/** A page of rows; `more` is false, or "" in lists of scopes, where none follow. */
interface Page {
  readonly rows: readonly unknown[];
  readonly more: unknown;
}

/**
 * Rows of the shorter of two pages, where it is the beginning of the other one and says that more follow: a node that is
 * out of time ends a page early. Undefined for every other difference. Pure.
 */
export function cutAt(one: unknown, other: unknown): number | undefined {
  if (!isPage(one) || !isPage(other) || one.rows.length === other.rows.length) return undefined;
  const [short, long] = one.rows.length < other.rows.length ? [one, other] : [other, one];
  const { length } = short.rows;
  if (length === 0 || short.more === false || short.more === '') return undefined;
  return differenceOf(short.rows, long.rows.slice(0, length)) === undefined ? length : undefined;
}

/** An integer that may lose digits when the text is read. */
const WIDE_INTEGER = /[:[,]\s*-?\d{16}/;

/** The same request for so many rows; undefined where its limit cannot be changed without a change of other members. */
export function withLimit(request: NodeRequest, limit: number): NodeRequest | undefined {
  const { body } = request;
  if (typeof body !== 'string' || WIDE_INTEGER.test(body)) return undefined;
  const members: unknown = JSON.parse(body);
  return isJsonObject(members) ? { ...request, body: JSON.stringify({ ...members, limit }) } : undefined;
}

const isPage = (value: unknown): value is Page => isJsonObject(value) && Array.isArray(value['rows']);
