import { boundsOf } from '../parameters/bounds';
import { filtersOf, optionalName } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { MAX_SKIP, orderOf, pageOf } from '../parameters/page';
import { rangeOfBounds } from '../parameters/ranges';
import type { HistoryReader } from '../store/port';
import type { ActionQuery } from '../store/queries';
import type { LegacyActionsBody } from './actions.dto';

/** @property isReversed the page is answered in the opposite order */
export type LegacySearch = ActionQuery & { readonly isReversed: boolean };

const MAX_ACTIONS = 1000;
const LAST = -1;

/**
 * The search of /v1/history/get_actions. Newest first from position `pos` on, `offset` + 1 actions; a `pos` of -1 and a
 * negative `offset` are those of the classic plugin: the last actions, oldest first. Undefined: nothing matches.
 * @throws HistoryError
 */
export async function legacySearchOf(
  body: LegacyActionsBody,
  reader: Pick<HistoryReader, 'actions'>,
): Promise<LegacySearch | undefined> {
  const pos = positionOf(body.pos);
  const offset = integerOf('offset', body.offset, 20);
  const isLast = pos === LAST;
  const size = offset >= 0 ? (isLast ? 1 : offset + 1) : -offset;
  const account = optionalName('account_name', textOf('account_name', body.account_name));
  const page = pageOf({ limit: size, skip: Math.max(pos, 0) }, { unset: size, max: MAX_ACTIONS });
  const search: LegacySearch = {
    ...page,
    ...(account === undefined ? {} : { account }),
    filters: filtersOf(textOf('filter', body.filter)),
    range: rangeOfBounds(
      boundsOf({ after: textOf('after', body.after), before: textOf('before', body.before) }),
    ),
    order: isLast ? 'desc' : orderOf(sortOf(body.sort)),
    countUpTo: 0,
    isReversed: isLast,
  };
  return body.parent === undefined || body.parent === null
    ? search
    : childrenOf(integerOf('parent', body.parent, 0), search, reader);
}

/** Narrows a search to the inline actions that one action created. */
async function childrenOf(
  parent: number,
  search: LegacySearch,
  reader: Pick<HistoryReader, 'actions'>,
): Promise<LegacySearch | undefined> {
  const sequence = BigInt(Math.max(parent, 0));
  const { items } = await reader.actions({
    skip: 0,
    limit: 1,
    range: { fromSequence: sequence, toSequence: sequence },
    order: 'asc',
    countUpTo: 0,
  });
  const [action] = items;
  if (action === undefined) return undefined;
  return {
    ...search,
    transactionId: action.transaction.id,
    conditions: { creatorActionOrdinal: action.actionOrdinal },
  };
}

function positionOf(value: unknown): number {
  const pos = integerOf('pos', value, 0);
  if (pos < LAST || pos > MAX_SKIP)
    throw badRequest(`pos: must be ${LAST} to ${MAX_SKIP}; after and before reach the actions behind`);
  return pos;
}

function integerOf(member: string, value: unknown, unset: number): number {
  if (value === undefined || value === null || value === '') return unset;
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
  const number = isNumeric ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw badRequest(`${member}: must be an integer`);
  return number;
}

function textOf(member: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw badRequest(`${member}: must be a text`);
}

function sortOf(value: unknown): string | number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : 'neither';
}
